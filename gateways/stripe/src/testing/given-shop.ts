import type Stripe from 'stripe'
import { type GivenStripe, START } from './given-stripe.ts'

export type Shop = {
  readonly clock: string
  readonly customer: string
  readonly price: string
  readonly product: string
  /** Moves the test clock to so many seconds after its start, and waits until it is there. */
  advance(seconds: number): Promise<void>
  /** Subscribes the customer to the price, unless the request says otherwise. */
  subscribe(params?: Partial<Stripe.SubscriptionCreateParams>): Promise<Stripe.Subscription>
  /** The invoices of the customer, oldest first. */
  invoices(): Promise<readonly Stripe.Invoice[]>
}

export type ShopOptions = {
  readonly unitAmount?: number
  readonly currency?: string
  readonly interval?: 'day' | 'month' | 'week' | 'year'
  /** The card of the customer; null for none. */
  readonly card?: string | null
  /** When its test clock begins, in seconds. */
  readonly start?: number
}

export const HOUR = 3_600
export const DAY = 86_400

/** A price, and a customer with a card and a test clock. */
export async function givenShop(
  { stripe }: Pick<GivenStripe, 'stripe'>,
  {
    unitAmount = 50_00,
    currency = 'usd',
    interval = 'month',
    card = 'pm_card_visa',
    start = START,
  }: ShopOptions = {},
): Promise<Shop> {
  const product = await stripe.products.create({ name: 'Tea' })
  const price = await stripe.prices.create({
    currency,
    unit_amount: unitAmount,
    product: product.id,
    recurring: { interval },
  })
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start })
  const customer = await stripe.customers.create({ test_clock: clock.id, email: 'ada@example.com' })
  if (card !== null) await useCard(stripe, customer.id, card)
  return {
    clock: clock.id,
    customer: customer.id,
    price: price.id,
    product: product.id,
    async advance(seconds) {
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + seconds })
      for (;;) {
        const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id)
        if (status === 'ready') return
        if (status !== 'advancing') throw new Error(`test clock: ${status}`)
      }
    },
    subscribe: (params) => {
      return stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        ...params,
      })
    },
    async invoices() {
      const { data } = await stripe.invoices.list({ customer: customer.id, limit: 100 })
      return data.toReversed()
    },
  }
}

/** Makes a card the customer's default. */
export async function useCard(stripe: Stripe, customer: string, card: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach(card, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
}

/** An invoice as one line: `36.00 paid subscription_cycle 2026-02-28`. */
export function lineOf({ total, status, billing_reason, created }: Stripe.Invoice): string {
  const day = new Date(created * 1000).toISOString().slice(0, 10)
  return `${(total / 100).toFixed(2)} ${status} ${billing_reason} ${day}`
}
