import type { TenantId } from '@goodword/domain/values/ids'
import { shopFixture } from '@goodword/server/testing/processor/braintree-shop'
import { STORY_CLOCK } from '@goodword/server/testing/processor/processor-story'
import type { TestService } from '@goodword/server/testing/test-service'

/**
 * Adds customers that were bound and read once, to `count` in all, by copying the rows of the first ones, of which there is one
 * for each day of bills. Reading each of them at the gateway would leave the same rows, and take as many calls.
 */
export async function copyStrangers(
  { owner }: Pick<TestService, 'owner'>,
  tenantId: TenantId,
  count: number,
): Promise<void> {
  for (const text of copies) await owner.query({ name: '', text }, [tenantId, BILL_DAYS, count - 1])
  // As the server does by itself after a while.
  await owner.query({ name: '', text: 'analyze' }, [])
}

const accountKey = `md5('account' || n)::uuid`
const customerId = `'stranger_' || n || '_customer'`
const copied = `'stranger_' || (n % $2) || '_customer'`

const copies = [
  copyOf('account', 'provider_id', {
    id: accountKey,
    external_id: `'stranger_' || n`,
    provider_id: customerId,
  }),
  copyOf('processor_customer', 'customer_id', { account_id: accountKey, customer_id: customerId }),
  copyOf('processor_subscription', 'customer_id', {
    id: `md5('subscription' || n)::uuid`,
    account_id: accountKey,
    customer_id: customerId,
    subscription_id: `'stranger_' || n || '_subscription'`,
  }),
]

function copyOf(table: string, key: string, changed: Readonly<Record<string, string>>): string {
  const fields = Object.entries(changed).map(([column, value]) => `'${column}', ${value}`)
  return `insert into app.${table}
    select (jsonb_populate_record(x, jsonb_build_object(${fields.join(', ')}))).*
    from generate_series($2::int, $3::int) as n
    join app.${table} x on x.tenant_id = $1 and x.${key} = ${copied}`
}

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
