import { type BraintreeShop, givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import type { LocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import {
  BEGIN,
  DISCOUNT_ID,
  FRIENDS_MINOR,
  type Gateway,
  type GatewayBill,
  type GatewayHistory,
  PRICE_MINOR,
  pagesOf,
  persist,
  type Subscriber,
  type Subscribing,
} from '../gateway.ts'

/** A subscription in the shape of the control API. */
type Subscription = {
  readonly id: string
  readonly status: string
  readonly nextBillingDate: string | null
  readonly discounts: readonly { readonly id: string; readonly amount: string; readonly quantity: number }[]
}

const liveStatuses = ['Active', 'Pending', 'Past Due']

/** A merchant of its own, whose clock stands at the beginning of the story. */
export async function givenBraintreeGateway(sandbox: LocalSandbox): Promise<Gateway> {
  const shop = await givenBraintreeShop(sandbox, {
    clock: { now: new Date(BEGIN).toISOString(), runs: false },
    discounts: [{ id: DISCOUNT_ID, name: 'Referral Discount', amount: '1.00' }],
  })
  const { control, sdk, credentials } = shop
  return {
    processor: 'braintree',
    credentials,
    control,
    requests: {
      reads: [
        { method: 'GET', path: '/customers/*' },
        { method: 'GET', path: '/subscriptions/*' },
        { method: 'GET', path: '/transactions/*' },
        { method: 'POST', path: '/subscriptions/advanced_search*' },
      ],
      writes: [
        { method: 'PUT', path: '/subscriptions/*' },
        { method: 'POST', path: '/transactions/*/refund' },
      ],
    },
    subscribesAfterMs: 0,
    async listen(url) {
      await control('POST', '/destinations', { id: 'target', url })
      return {}
    },
    subscribe: (name, options) => subscribe(shop, name, options),
    async cancel({ subscriptionId }) {
      const { success, message } = await sdk.subscription.cancel(subscriptionId)
      if (!success) throw new Error(message)
    },
    async standing(name) {
      const { status, discounts } = await subscriptionOf(shop, name)
      const ours = discounts.filter((it) => it.id === DISCOUNT_ID)
      return liveStatuses.includes(status)
        ? ours.reduce((sum, it) => sum + minorUnits(it.amount) * it.quantity, 0)
        : null
    },
    setDiscount: (name, minor) => persist(() => setDiscount(shop, name, minor)),
    async billedOn(day) {
      const subscriptions = await pagesOf<Subscription>(control, '/subscriptions?limit=200')
      const due = subscriptions.filter((it) => it.nextBillingDate === day && it.status === 'Active')
      return due.map((it) => it.id.replace('_subscription', '')).toSorted()
    },
    histories: (names) => readHistories(shop, names),
  }
}

async function subscriptionOf({ control }: BraintreeShop, name: string): Promise<Subscription> {
  return (await control('GET', `/subscriptions/${name}_subscription`)) as unknown as Subscription
}

async function subscribe(
  { sdk }: BraintreeShop,
  name: string,
  { isLookedUp = false, trialDays }: Subscribing = {},
): Promise<Subscriber> {
  const { customer } = await sdk.customer.create({
    id: `${name}_customer`,
    paymentMethodNonce: 'fake-valid-nonce',
  })
  const subscriptionId = `${name}_subscription`
  const amount = (FRIENDS_MINOR / 100).toFixed(2)
  const { success, message } = await sdk.subscription.create({
    id: subscriptionId,
    planId: 'monthly',
    paymentMethodToken: customer.paymentMethods?.[0]?.token ?? '',
    ...(trialDays === undefined
      ? {}
      : { trialPeriod: true, trialDuration: trialDays, trialDurationUnit: 'day' as const }),
    ...(isLookedUp ? { discounts: { add: [{ inheritedFromId: DISCOUNT_ID, amount }] } } : {}),
  })
  if (!success) throw new Error(message)
  return { name, customerId: customer.id, subscriptionId }
}

/** @throws unless the gateway has the requested record */
async function setDiscount(shop: BraintreeShop, name: string, minor: number | null): Promise<void> {
  const read = async () => (await subscriptionOf(shop, name)).discounts.find((it) => it.id === DISCOUNT_ID)
  const isDone = (ours: Subscription['discounts'][number] | undefined) =>
    minor === null ? ours === undefined : ours !== undefined && minorUnits(ours.amount) === minor
  const ours = await read()
  if (isDone(ours)) return
  const amount = ((minor ?? 0) / 100).toFixed(2)
  const change =
    minor === null
      ? { remove: [DISCOUNT_ID] }
      : ours === undefined
        ? { add: [{ inheritedFromId: DISCOUNT_ID, amount }] }
        : { update: [{ existingId: DISCOUNT_ID, amount }] }
  const update = { discounts: change, options: { prorateCharges: false } }
  const { subscription } = shop.sdk
  await subscription.update(
    `${name}_subscription`,
    update as unknown as Parameters<typeof subscription.update>[1],
  )
  if (!isDone(await read())) throw new Error(`the discount of ${name} was not changed`)
}

/** A payment in the shape of the control API. */
type Payment = {
  readonly type: 'sale' | 'credit'
  readonly amount: string
  readonly refundedTransactionId: string | null
}

const BILLING_HOUR_MS = 6 * 3_600_000

/** The bills of accounts, read with the official SDK. */
async function readHistories(
  shop: BraintreeShop,
  names: readonly string[],
): Promise<readonly GatewayHistory[]> {
  const refunds = new Map<string, number[]>()
  for (const { type, refundedTransactionId: id, amount } of await pagesOf<Payment>(
    shop.control,
    '/transactions?limit=200',
  )) {
    if (type === 'credit' && id !== null) refunds.set(id, [...(refunds.get(id) ?? []), minorUnits(amount)])
  }
  const histories: GatewayHistory[] = []
  for (const name of names) histories.push(await readHistory(shop, name, refunds))
  return histories
}

async function readHistory(
  { sdk }: BraintreeShop,
  name: string,
  refunds: ReadonlyMap<string, readonly number[]>,
): Promise<GatewayHistory> {
  const subscription = await sdk.subscription.find(`${name}_subscription`)
  const { id: subscriptionId, transactions = [], firstBillingDate, nextBillingDate } = subscription
  const charged = transactions
    .filter((it) => it.type === 'sale')
    .map(({ id, createdAt, amount, discounts = [] }): GatewayBill => {
      const ours = discounts.filter((it) => it.id === DISCOUNT_ID)
      return {
        name,
        subscriptionId,
        transactionId: id,
        madeAt: Date.parse(createdAt),
        discount: ours.reduce((sum, it) => sum + minorUnits(it.amount ?? '0') * (it.quantity ?? 1), 0),
        charged: minorUnits(amount),
        refunds: refunds.get(id) ?? [],
      }
    })
  const cancelled = subscription.statusHistory?.find((it) => it.status === 'Canceled')
  // The SDK's types do not have the time of an event.
  const cancelledAt = cancelled === undefined ? null : Date.parse(Object(cancelled).timestamp)
  const days = new Set(charged.map((it) => dayOf(it.madeAt)))
  const skipped = billingDays(String(firstBillingDate), String(nextBillingDate))
    .filter((day) => !days.has(day))
    .map((day) => ({ day, madeAt: Date.parse(day) + BILLING_HOUR_MS }))
    .filter(({ madeAt }) => cancelledAt === null || madeAt < cancelledAt)
    .map(({ madeAt }): GatewayBill => {
      // It came to nothing because all of the price was taken off.
      return {
        name,
        subscriptionId,
        transactionId: null,
        madeAt,
        discount: PRICE_MINOR,
        charged: 0,
        refunds: [],
      }
    })
  return {
    name,
    credits: [],
    bills: [...charged, ...skipped].toSorted((a, b) => a.madeAt - b.madeAt),
    cancelledAt,
  }
}

/** The billing days from a day to another one without it, month by month: the last day of a month that is too short. */
function billingDays(first: string, end: string): readonly string[] {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number)
  const days: string[] = []
  for (let index = 0; ; index += 1) {
    const lastOfMonth = new Date(Date.UTC(year, month + index, 0)).getUTCDate()
    const date = dayOf(Date.UTC(year, month - 1 + index, Math.min(day, lastOfMonth)))
    if (date >= end) return days
    days.push(date)
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The minor units of an amount with two decimals, as all of this story have. */
function minorUnits(amount: string): number {
  return Math.round(Number(amount) * 100)
}
