import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Account } from '../model/account.ts'

/** The request that is being carried out. */
export type RequestAtHand = {
  readonly account: Account
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

let atHand: RequestAtHand | null = null

/**
 * Carries a request out, and makes it known to the functions called from there. Requests are carried out within one turn of
 * the event loop, so there is never a second one.
 */
export function whileAtHand<T>(request: RequestAtHand, work: () => T): T {
  atHand = request
  try {
    return work()
  } finally {
    atHand = null
  }
}

/** The request on whose behalf this is done; null when the sandbox does it by itself, as it bills. */
export function requestAtHand(account: Account): RequestAtHand | null {
  return atHand?.account === account ? atHand : null
}
