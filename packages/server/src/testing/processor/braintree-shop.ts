import braintree from 'braintree'
import type { ProcessorCredentials } from '../../connectors/connector.ts'
import type { BraintreeSandbox } from './braintree-sandbox.ts'

export type BraintreeShop = {
  readonly credentials: ProcessorCredentials & { readonly processor: 'braintree' }
  /** What the merchant's own programs use. */
  readonly sdk: braintree.BraintreeGateway
  /** Calls the control API for this merchant. */
  readonly control: BraintreeSandbox['control']
}

let made = 0

/** A merchant of its own, set up for referrals, whose clock stands at noon on 31 January 2026. */
export async function givenBraintreeShop(
  sandbox: BraintreeSandbox,
  fixture: object = {},
): Promise<BraintreeShop> {
  made += 1
  const merchantId = `shop_${made}`
  const keys = { publicKey: `${merchantId}_public`, privateKey: `${merchantId}_private_key` }
  await sandbox.control('POST', '/merchants', {
    id: merchantId,
    keys: [keys],
    clock: { now: '2026-01-31T12:00:00Z', runs: false },
    customFields: [{ name: 'referral_coupon' }],
    discounts: [{ id: 'referral_discount', name: 'Referral discount', amount: '0.00' }],
    addOns: [{ id: 'seat', amount: '5.00' }],
    plans: [
      { id: 'monthly', price: '30.00' },
      { id: 'yearly', price: '300.00', billingFrequency: 12 },
    ],
    ...fixture,
  })
  const credentials = { processor: 'braintree', environment: sandbox.url, merchantId, ...keys } as const
  return {
    credentials,
    sdk: sdkFor(credentials),
    control: (method, path, body) => sandbox.control(method, `/merchants/${merchantId}${path}`, body),
  }
}

function sdkFor({ environment, ...keys }: ProcessorCredentials): braintree.BraintreeGateway {
  const { hostname, port } = new URL(environment)
  const local = new braintree.Environment(hostname, port, environment, false, hostname, port)
  return new braintree.BraintreeGateway({ environment: local, ...keys })
}
