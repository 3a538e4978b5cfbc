import { sdkFor } from '@goodword/server/testing/processor/braintree-shop'
import { stripeSdk } from '@goodword/server/testing/processor/stripe-shop'
import { DISCOUNT_ID, FRIENDS_MINOR, PRICE_MINOR } from './gateway.ts'

/** What the naive connector does at a processor: every request once, as it comes. */
export type NaiveShop = {
  /** The subscription that a notification says has paid; null for any other notification. */
  paidBy(body: string): Promise<string | null>
  /** The payment that a subscription without a discount began with; null if it has one. */
  paymentWithoutDiscount(subscriptionId: string): Promise<string | null>
  /** Adds one friend's share to the discount. */
  raise(subscriptionId: string): Promise<void>
  /** Whether it was made. */
  refund(paymentId: string): Promise<boolean>
}

export function openNaiveShop(credentials: Record<string, string>): NaiveShop {
  return credentials.processor === 'stripe' ? stripeShop(credentials) : braintreeShop(credentials)
}

function braintreeShop(credentials: Record<string, string>): NaiveShop {
  // The trial's own gateway made them.
  const sdk = sdkFor(credentials as Parameters<typeof sdkFor>[0])
  const find = (id: string) => sdk.subscription.find(id)
  return {
    async paidBy(body) {
      const form = new URLSearchParams(body)
      const [signature, payload] = [form.get('bt_signature') ?? '', form.get('bt_payload') ?? '']
      // The SDK's types do not say what a notification is about.
      const { kind, subscription } = Object(await sdk.webhookNotification.parse(signature, payload))
      return kind === 'subscription_charged_successfully' ? String(subscription.id) : null
    },
    async paymentWithoutDiscount(id) {
      const { transactions = [], discounts = [] } = await find(id)
      return discounts.length > 0 ? null : (transactions[0]?.id ?? null)
    },
    async raise(id) {
      const ours = (await find(id)).discounts?.find((it) => it.id === DISCOUNT_ID)
      const minor = Math.round(Number(ours?.amount ?? 0) * 100) + FRIENDS_MINOR
      const amount = (minor / 100).toFixed(2)
      const change =
        ours === undefined
          ? { add: [{ inheritedFromId: DISCOUNT_ID, amount }] }
          : { update: [{ existingId: DISCOUNT_ID, amount }] }
      const update = { discounts: change } as unknown as Parameters<typeof sdk.subscription.update>[1]
      const { success, message } = await sdk.subscription.update(id, update)
      if (!success) throw new Error(message)
    },
    refund: async (id) => (await sdk.transaction.refund(id, (FRIENDS_MINOR / 100).toFixed(2))).success,
  }
}

function stripeShop({ apiKey = '', environment = '' }: Record<string, string>): NaiveShop {
  const sdk = stripeSdk(environment, apiKey, { maxNetworkRetries: 0 })
  const percentOf = async (id: string) => {
    const { discounts } = await sdk.subscriptions.retrieve(id, { expand: ['discounts.source.coupon'] })
    const percents = discounts.map((it) =>
      typeof it === 'object' && typeof it.source.coupon === 'object'
        ? (it.source.coupon?.percent_off ?? 0)
        : 0,
    )
    return percents.reduce((sum, it) => sum + it, 0)
  }
  return {
    async paidBy(body) {
      const { type, data } = JSON.parse(body)
      const { amount_paid, parent } = Object(data?.object)
      if (type !== 'invoice.paid' || amount_paid === 0) return null
      return parent?.subscription_details?.subscription ?? null
    },
    async paymentWithoutDiscount(id) {
      if ((await percentOf(id)) > 0) return null
      const { data } = await sdk.invoices.list({ subscription: id, expand: ['data.payments'] })
      const payment = data.at(-1)?.payments?.data[0]?.payment.payment_intent
      return typeof payment === 'string' ? payment : null
    },
    async raise(id) {
      const percent = (await percentOf(id)) + (100 * FRIENDS_MINOR) / PRICE_MINOR
      const coupon = `${DISCOUNT_ID}-${percent * 100}`
      await sdk.coupons
        .create({ id: coupon, percent_off: percent, duration: 'forever' })
        .catch((error: unknown) => {
          if (Object(error).code !== 'resource_already_exists') throw error
        })
      await sdk.subscriptions.update(id, { discounts: [{ coupon }] })
    },
    async refund(id) {
      await sdk.refunds.create({ payment_intent: id, amount: FRIENDS_MINOR })
      return true
    },
  }
}
