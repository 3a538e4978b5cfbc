import type { Gateway } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Params } from '../model/params.ts'
import type { Call } from '../protocol/route.ts'
import { braintree } from '../start.ts'

/** A gateway without a server. */
export function givenGateway(merchant: Merchant): Gateway {
  return {
    accounts: new Map([[merchant.id, merchant]]),
    machineNow: () => 0,
    log: () => undefined,
    closing: new AbortController().signal,
    processor: braintree,
  }
}

/** A request as it comes to a handler, at the merchant's time. */
export function givenCall(gateway: Gateway, merchant: Merchant, body: Params, path: Call['path'] = {}): Call {
  return {
    gateway,
    merchant,
    now: merchant.clock.at,
    path,
    query: {},
    body,
    user: 'merchant_public',
    origin: '',
  }
}
