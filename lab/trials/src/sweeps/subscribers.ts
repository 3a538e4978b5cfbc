import { STORY_CLOCK } from '@goodword/server/testing/processor/billing-story'
import { shopFixture } from '@goodword/server/testing/processor/braintree-shop'

/** A customer with one monthly subscription, whose last bill was in January. */
export type Subscriber = {
  readonly name: string
  /** The day of each month, from 1 to 28. */
  readonly billDay: number
  /** Subscribed with the discount of a friend. */
  readonly hasDiscount: boolean
}

/** All customers are billed on these days, as many on each. */
export const BILL_DAYS = 28
/** The days between a referrer's bill and its friend's: the sweeps before one say nothing of the other. */
const DAYS_APART = 11

export const keys = { merchantId: 'large_shop', publicKey: 'large_public', privateKey: 'large_private_key' }

/** Nothing depends on them. */
export function stranger(n: number): Subscriber {
  return { name: `stranger_${n}`, billDay: 1 + (n % BILL_DAYS), hasDiscount: false }
}

export function referrer(n: number): Subscriber {
  return { name: `referrer_${n}`, billDay: 1 + (n % BILL_DAYS), hasDiscount: false }
}

export function friend(n: number): Subscriber {
  return { name: `friend_${n}`, billDay: 1 + ((n + DAYS_APART) % BILL_DAYS), hasDiscount: true }
}

export function customerIdOf({ name }: Subscriber): string {
  return `${name}_customer`
}

export function subscriptionIdOf({ name }: Subscriber): string {
  return `${name}_subscription`
}

/** The content of a file of fixtures: the gateway has them all when it has started. */
export function gatewayFixtures(all: readonly Subscriber[], faults: readonly object[]): string {
  const customers = all.map((it) => ({ id: customerIdOf(it), cards: [{ token: cardOf(it) }] }))
  const subscriptions = all.map((it) => ({
    id: subscriptionIdOf(it),
    planId: 'monthly',
    paymentMethodToken: cardOf(it),
    firstBillingDate: `2040-01-${String(it.billDay).padStart(2, '0')}`,
    ...(it.hasDiscount ? { discounts: [{ id: 'referral_discount', amount: '3.00' }] } : {}),
  }))
  const { merchantId, ...pair } = keys
  return JSON.stringify({
    merchants: [shopFixture(merchantId, pair, { clock: STORY_CLOCK, customers, subscriptions, faults })],
  })
}

function cardOf({ name }: Subscriber): string {
  return `${name}_card`
}
