import Stripe from 'stripe'
import type { LocalSandbox } from '../local-sandbox.ts'

export type StripeShop = {
  readonly credentials: {
    readonly processor: 'stripe'
    readonly environment: string
    readonly apiKey: string
  }
  readonly account: string
  /** The SDK of the merchant's own programs. */
  readonly sdk: Stripe
  /** Calls the control API for this account. */
  readonly control: LocalSandbox['control']
  /** A customer with a card: a Visa card, unless another payment method is named. */
  readonly addCustomer: (options?: { readonly coupon?: string; readonly card?: string }) => Promise<string>
  /** A price of each month, in minor units. */
  readonly addPrice: (
    minor: number,
    recurring?: Stripe.PriceCreateParams.Recurring,
    currency?: string,
  ) => Promise<string>
}

let made = 0

/** An account of its own, with a restricted key, whose clock stands. */
export async function givenStripeShop(
  sandbox: LocalSandbox,
  now = '2026-01-31T12:00:00Z',
): Promise<StripeShop> {
  made += 1
  const account = `acct_shop_${made}`
  const secretKey = `sk_test_shop_${made}`
  // The local Stripe takes any shorter key for one of a new account.
  const apiKey = `rk_test_shop_${made}_`.padEnd('rk_test_'.length + 200, 'x')
  const clock = { now, runs: false }
  await sandbox.control('POST', '/accounts', { id: account, keys: [apiKey, secretKey], clock })
  const sdk = stripeSdk(sandbox.url, secretKey)
  const product = await sdk.products.create({ name: 'Tea' })
  return {
    credentials: { processor: 'stripe', environment: sandbox.url, apiKey },
    account,
    sdk,
    control: (method, path, body) => sandbox.control(method, `/accounts/${account}${path}`, body),
    addCustomer: async ({ coupon, card = 'pm_card_visa' } = {}) => {
      const { id } = await sdk.customers.create({
        payment_method: card,
        invoice_settings: { default_payment_method: card },
        ...(coupon === undefined ? {} : { metadata: { referral_coupon: coupon } }),
      })
      return id
    },
    addPrice: async (minor, recurring = { interval: 'month' }, currency = 'usd') => {
      const price = { currency, unit_amount: minor, product: product.id, recurring }
      return (await sdk.prices.create(price)).id
    },
  }
}

/** The official SDK, as programs of the merchant's configure it for a local Stripe. */
function stripeSdk(url: string, key: string): Stripe {
  const { port } = new URL(url)
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', telemetry: false })
}
