import type { BraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { type BraintreeShop, givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'

/** A customer of the merchant's, with one subscription of 30.00 a month. */
export type Subscriber = {
  readonly name: string
  readonly customerId: string
  readonly subscriptionId: string
}

export type Subscribing = { readonly discount?: string; readonly trialDays?: number }

/** The merchant's side of the story at the local gateway, and what the gateway has, read by its control API. */
export type Gateway = {
  readonly shop: BraintreeShop
  subscribe(name: string, options?: Subscribing): Promise<Subscriber>
  cancel(subscriber: Subscriber): Promise<void>
  subscription(id: string): Promise<GatewaySubscription>
  /** The time of the merchant's clock. */
  now(): Promise<number>
  /** The accounts whose subscriptions have their next bill on a day, `YYYY-MM-DD`. */
  billedOn(day: string): Promise<readonly string[]>
  /** What a hand in the control panel does to the discount of a subscription; null removes it. */
  setDiscount(id: string, minor: number | null): Promise<void>
  payments(): Promise<readonly GatewayPayment[]>
  notifications(status: 'lost' | 'delivered'): Promise<number>
}

/** A subscription in the shape of the control API. */
export type GatewaySubscription = {
  readonly id: string
  readonly status: string
  readonly nextBillingDate: string | null
  readonly discounts: readonly { readonly id: string; readonly amount: string; readonly quantity: number }[]
}

export type GatewayPayment = {
  readonly type: 'sale' | 'credit'
  readonly amount: string
  readonly refundedTransactionId: string | null
}

export const BEGIN = Date.parse('2040-01-10T12:00:00Z')
export const DISCOUNT_ID = 'referral_discount'
export const PRICE_MINOR = 3000

/** A merchant of its own, whose clock stands at the beginning of the story. */
export async function givenGateway(sandbox: BraintreeSandbox): Promise<Gateway> {
  const shop = await givenBraintreeShop(sandbox, {
    clock: { now: new Date(BEGIN).toISOString(), runs: false },
    discounts: [{ id: DISCOUNT_ID, name: 'Referral Discount', amount: '1.00' }],
  })
  return {
    shop,
    subscribe: (name, options) => subscribe(shop, name, options),
    async cancel({ subscriptionId }) {
      const { success, message } = await shop.sdk.subscription.cancel(subscriptionId)
      if (!success) throw new Error(message)
    },
    subscription: async (id) =>
      (await shop.control('GET', `/subscriptions/${id}`)) as unknown as GatewaySubscription,
    now: async () => Date.parse(String((await shop.control('GET', '/clock')).now)),
    async billedOn(day) {
      const subscriptions = await all<GatewaySubscription>(shop, '/subscriptions?limit=200')
      const due = subscriptions.filter((it) => it.nextBillingDate === day && it.status === 'Active')
      return due.map((it) => it.id.replace('_subscription', '')).toSorted()
    },
    setDiscount: (id, minor) => setDiscount(shop, id, minor),
    payments: () => all<GatewayPayment>(shop, '/transactions?limit=200'),
    notifications: async (status) => (await all(shop, `/notifications?limit=200&status=${status}`)).length,
  }
}

async function subscribe(
  { sdk }: BraintreeShop,
  name: string,
  { discount, trialDays }: Subscribing = {},
): Promise<Subscriber> {
  const { customer } = await sdk.customer.create({
    id: `${name}_customer`,
    paymentMethodNonce: 'fake-valid-nonce',
  })
  const subscriptionId = `${name}_subscription`
  const { success, message } = await sdk.subscription.create({
    id: subscriptionId,
    planId: 'monthly',
    paymentMethodToken: customer.paymentMethods?.[0]?.token ?? '',
    ...(trialDays === undefined
      ? {}
      : { trialPeriod: true, trialDuration: trialDays, trialDurationUnit: 'day' as const }),
    ...(discount === undefined
      ? {}
      : { discounts: { add: [{ inheritedFromId: DISCOUNT_ID, amount: discount }] } }),
  })
  if (!success) throw new Error(message)
  return { name, customerId: customer.id, subscriptionId }
}

const TRIES = 50

/** The faults are the connector's, and hit this request too: it is sent until the gateway has what it asks for. */
async function setDiscount({ sdk, control }: BraintreeShop, id: string, minor: number | null): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const { discounts } = (await control('GET', `/subscriptions/${id}`)) as unknown as GatewaySubscription
    const ours = discounts.find((it) => it.id === DISCOUNT_ID)
    if (minor === null ? ours === undefined : ours !== undefined && minorUnits(ours.amount) === minor) return
    const amount = ((minor ?? 0) / 100).toFixed(2)
    const change =
      minor === null
        ? { remove: [DISCOUNT_ID] }
        : ours === undefined
          ? { add: [{ inheritedFromId: DISCOUNT_ID, amount }] }
          : { update: [{ existingId: DISCOUNT_ID, amount }] }
    const update = { discounts: change, options: { prorateCharges: false } }
    await sdk.subscription
      .update(id, update as unknown as Parameters<typeof sdk.subscription.update>[1])
      .catch(() => undefined)
  }
  throw new Error(`the discount of ${id} was not changed`)
}

/** The minor units of an amount with two decimals, as all of this story have. */
export function minorUnits(amount: string): number {
  return Math.round(Number(amount) * 100)
}

async function all<Item>({ control }: BraintreeShop, path: string): Promise<readonly Item[]> {
  const found: Item[] = []
  for (let before: unknown = null; ; ) {
    const page = await control('GET', before === null ? path : `${path}&before=${before}`)
    found.push(...(page.items as readonly Item[]))
    before = page.next
    if (before === null) return found
  }
}
