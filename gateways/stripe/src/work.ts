import { nowOf, type World } from '@goodword/sandbox/model/world'
import type { StripeAccount } from './model/account.ts'

/** The sandbox. */
export type Gateway = World<StripeAccount>

/** What is being done, for an account and at a time: a request, or what is due. */
export type Work = {
  readonly gateway: Gateway
  readonly account: StripeAccount
  /** The clock that `now` is of. */
  readonly clockId: string | null
  /** Seconds since the epoch. */
  readonly now: number
  readonly request: { readonly id: string | null; readonly idempotencyKey: string | null }
  /** What a customer who is there answers to a bank that wants an authentication; nothing, where none is. */
  readonly authentication?: 'fails' | 'succeeds'
}

/** What is done for an account without a request of its program, at the time of one of its clocks. */
export function workBy(gateway: Gateway, account: StripeAccount, clockId: string | null): Work {
  const now = secondsOf(nowOf(gateway, account, clockId))
  return { gateway, account, clockId, now, request: { id: null, idempotencyKey: null } }
}

/** Returns the work by another clock of the account. */
export function byClock(work: Work, clockId: string | null): Work {
  if (clockId === work.clockId) return work
  return { ...work, clockId, now: secondsOf(nowOf(work.gateway, work.account, clockId)) }
}

export function secondsOf(milliseconds: number): number {
  return Math.floor(milliseconds / 1000)
}
