import braintree from 'braintree'
import type { BraintreeSandbox } from './braintree-sandbox.ts'

export type BraintreeCredentials = Keys & {
  readonly processor: 'braintree'
  readonly environment: string
  readonly merchantId: string
}

type Keys = { readonly publicKey: string; readonly privateKey: string }

export type BraintreeShop = {
  readonly credentials: BraintreeCredentials
  /** The SDK of the merchant's own programs. */
  readonly sdk: braintree.BraintreeGateway
  /** Calls the control API for this merchant. */
  readonly control: BraintreeSandbox['control']
  readonly addCustomer: (options?: { readonly coupon?: string }) => Promise<string>
  /** A monthly subscription of 30.00, billed at once unless it has a trial. */
  readonly subscribe: (
    customerId: string,
    options?: { readonly trialDays?: number; readonly price?: string; readonly planId?: string },
  ) => Promise<string>
}

let made = 0

/** A merchant of its own, set up for referrals, whose clock stands at noon on 31 January 2026. */
export async function givenBraintreeShop(
  sandbox: BraintreeSandbox,
  fixture: object = {},
  privateKey = `shop_${made + 1}_private_key`,
): Promise<BraintreeShop> {
  made += 1
  const merchantId = `shop_${made}`
  const keys = { publicKey: `${merchantId}_public`, privateKey }
  await sandbox.control('POST', '/merchants', shopFixture(merchantId, keys, fixture))
  return openBraintreeShop(sandbox, { merchantId, ...keys })
}

/** A merchant in a file of fixtures or a request to the control API. */
export function shopFixture(id: string, keys: Keys, fixture: object): object {
  return {
    id,
    keys: [keys],
    clock: { now: '2026-01-31T12:00:00Z', runs: false },
    customFields: [{ name: 'referral_coupon' }],
    discounts: [{ id: 'referral_discount', name: 'Referral Discount', amount: '1.00' }],
    addOns: [{ id: 'seat', amount: '5.00' }],
    plans: [
      { id: 'monthly', price: '30.00' },
      { id: 'large', price: '50.00' },
      { id: 'yearly', price: '300.00', billingFrequency: 12 },
    ],
    ...fixture,
  }
}

/** A merchant that the gateway has. */
export function openBraintreeShop(
  sandbox: BraintreeSandbox,
  keys: Keys & Pick<BraintreeCredentials, 'merchantId'>,
): BraintreeShop {
  const credentials = { processor: 'braintree', environment: sandbox.url, ...keys } as const
  const sdk = sdkFor(credentials)
  return {
    credentials,
    sdk,
    addCustomer: ({ coupon } = {}) => addCustomer(sdk, coupon),
    subscribe: (customerId, options) => subscribe(sdk, customerId, options),
    control: (method, path, body) => sandbox.control(method, `/merchants/${keys.merchantId}${path}`, body),
  }
}

/** The official SDK, as the merchant's own programs configure it. */
export function sdkFor({ environment, ...keys }: BraintreeCredentials): braintree.BraintreeGateway {
  const { hostname, port } = new URL(environment)
  const local = new braintree.Environment(hostname, port, environment, false, hostname, port)
  return new braintree.BraintreeGateway({ environment: local, ...keys })
}

async function addCustomer(sdk: braintree.BraintreeGateway, coupon: string | undefined): Promise<string> {
  const { success, message, customer } = await sdk.customer.create({
    paymentMethodNonce: 'fake-valid-nonce',
    ...(coupon === undefined ? {} : { customFields: { referral_coupon: coupon } }),
  })
  if (!success) throw new Error(message)
  return customer.id
}

async function subscribe(
  sdk: braintree.BraintreeGateway,
  customerId: string,
  { trialDays, price, planId = 'monthly' }: Parameters<BraintreeShop['subscribe']>[1] = {},
): Promise<string> {
  const { paymentMethods } = await sdk.customer.find(customerId)
  const { success, message, subscription } = await sdk.subscription.create({
    paymentMethodToken: paymentMethods?.[0]?.token ?? '',
    planId,
    ...(price === undefined ? {} : { price }),
    ...(trialDays === undefined
      ? {}
      : { trialPeriod: true, trialDuration: trialDays, trialDurationUnit: 'day' }),
  })
  if (!success) throw new Error(message)
  return subscription.id
}
