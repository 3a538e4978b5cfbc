import braintree from 'braintree'
import { emptyMerchant, type Merchant } from '../model/merchant.ts'
import type { Sandbox } from '../start.ts'

/** A merchant whose clock is stopped at noon on 31 January 2026. */
export function givenMerchant(id = 'merchant'): Merchant {
  const keys = [{ publicKey: `${id}_public`, privateKey: `${id}_private` }]
  return emptyMerchant(id, keys, { at: Date.UTC(2026, 0, 31, 12), runsSince: null })
}

/** The official SDK, as a program of the merchant's would make it. */
export function sdkFor(
  { port }: Pick<Sandbox, 'port'>,
  { id, keys: [key] }: Merchant,
): braintree.BraintreeGateway {
  if (key === undefined) throw new Error('merchant without a key')
  const host = '127.0.0.1'
  const environment = new braintree.Environment(
    host,
    `${port}`,
    `http://${host}:${port}`,
    false,
    host,
    `${port}`,
  )
  return new braintree.BraintreeGateway({ environment, merchantId: id, ...key })
}
