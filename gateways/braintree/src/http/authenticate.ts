import { fitsRequest } from '@goodword/sandbox/faults/rule-hits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { addressOf } from '../protocol/address-of.ts'
import { RequestRejected } from '../protocol/answer.ts'
import { findKey, findMerchant } from './find-caller.ts'
import { failureAt } from './test-paths.ts'

export type Caller = {
  readonly merchant: Merchant
  /** The public key of the caller; empty for a browser, which the route has to check itself. */
  readonly user: string
}

const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Authenticates every request below `/merchants/{merchant id}` before anything else, also one to a path that does not
 * exist: what exists is no business of a client without keys.
 */
export function authenticateFirst(app: FastifyInstance, gateway: Gateway): void {
  app.addHook('onRequest', async (request) => {
    const address = addressOf(request.raw)
    if (address === null || address.path === '' || failureAt(address.path) !== null) return
    const merchant = findMerchant(gateway, address.merchantId)
    if (request.routeOptions.config.gatewayRoute?.caller === 'browser') {
      callers.set(request, { merchant, user: '' })
      return
    }
    const { publicKey, denied = [] } = findKey(merchant, request.headers.authorization)
    if (denied.some((match) => fitsRequest(match, address))) {
      throw new RequestRejected(403, `the role of the public key ${publicKey} does not permit this`)
    }
    callers.set(request, { merchant, user: publicKey })
  })
}

/** The caller of a request that was authenticated. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new Error(`request not authenticated: ${request.method} ${request.url}`)
  return caller
}
