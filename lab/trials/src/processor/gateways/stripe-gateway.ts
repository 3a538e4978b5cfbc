import type { LocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import { givenStripeShop, type StripeShop } from '@goodword/server/testing/processor/stripe/stripe-shop'
import {
  BEGIN,
  type Credit,
  DISCOUNT_ID,
  FRIENDS_MINOR,
  type Gateway,
  type GatewayBill,
  type GatewayHistory,
  PRICE_MINOR,
  persist,
} from '../gateway.ts'

const HOUR_MS = 3_600_000
/** The SDK's own pause before it repeats a request is longer than a day of a trial. */
const ONCE = { maxNetworkRetries: 0 }
const liveStatuses: readonly string[] = ['trialing', 'active', 'past_due']

/** An account of its own, whose clock stands at the beginning of the story. */
export async function givenStripeGateway(sandbox: LocalSandbox): Promise<Gateway> {
  const { control, credentials, sdk, addCustomer, addPrice } = await givenStripeShop(
    sandbox,
    new Date(BEGIN).toISOString(),
  )
  const price = await addPrice(PRICE_MINOR)
  const subscriptions = new Map<string, string>()
  const idOf = (name: string) => {
    const id = subscriptions.get(name)
    if (id === undefined) throw new Error(`${name} has not subscribed`)
    return id
  }
  const find = (name: string) =>
    persist(() => sdk.subscriptions.retrieve(idOf(name), { expand: ['discounts.source.coupon'] }, ONCE))
  const coupon = async (minor: number) => {
    const percent = (100 * minor) / PRICE_MINOR
    const id = `${DISCOUNT_ID}-${Math.round(percent * 100)}`
    await sdk.coupons
      .create({ id, percent_off: percent, duration: 'forever' }, ONCE)
      .catch((error: unknown) => {
        if (Object(error).code !== 'resource_already_exists') throw error
      })
    return { coupon: id }
  }
  return {
    processor: 'stripe',
    credentials,
    control,
    requests: {
      reads: ['/customers/*', '/subscriptions', '/subscriptions/*', '/invoices', '/charges', '/refunds']
        .concat([
          '/payment_intents/*',
          '/invoiceitems',
          '/invoice_payments',
          '/credit_notes',
          '/credit_notes/preview',
        ])
        .map((path) => ({ method: 'GET', path })),
      writes: ['/subscriptions/*', '/coupons', '/credit_notes', '/invoiceitems'].map((path) => ({
        method: 'POST',
        path,
      })),
    },
    // Bills have the time of day of their subscriptions.
    subscribesAfterMs: 18 * HOUR_MS,
    async listen(url) {
      for (const { id } of (await sdk.webhookEndpoints.list()).data) await sdk.webhookEndpoints.del(id)
      const { secret } = await sdk.webhookEndpoints.create({ url, enabled_events: ['*'] })
      return { webhookSecret: secret ?? '' }
    },
    async subscribe(name, { isLookedUp = false, trialDays } = {}) {
      const customerId = await addCustomer()
      const discount = isLookedUp ? await persist(() => coupon(FRIENDS_MINOR)) : null
      const { id } = await sdk.subscriptions.create({
        customer: customerId,
        items: [{ price }],
        ...(discount !== null && { discounts: [discount] }),
        ...(trialDays !== undefined && { trial_period_days: trialDays }),
      })
      subscriptions.set(name, id)
      return { name, customerId, subscriptionId: id }
    },
    async cancel({ subscriptionId }) {
      await sdk.subscriptions.cancel(subscriptionId)
    },
    async standing(name) {
      const { status, discounts } = await find(name)
      const percents = discounts.flatMap((it) =>
        typeof it === 'object' && typeof it.source.coupon === 'object'
          ? [it.source.coupon?.percent_off ?? 0]
          : [],
      )
      const minor = percents.reduce((sum, it) => sum + Math.round((PRICE_MINOR * it) / 100), 0)
      return liveStatuses.includes(status) ? minor : null
    },
    setDiscount: (name, minor) =>
      persist(async () => {
        const discounts = minor === null ? ('' as const) : [await coupon(minor)]
        await sdk.subscriptions.update(idOf(name), { discounts, proration_behavior: 'none' }, ONCE)
      }),
    async billedOn(day) {
      const { data } = await persist(() => sdk.subscriptions.list({ limit: 100 }, ONCE))
      const due = data.filter(({ status, items }) => {
        const end = new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString()
        return liveStatuses.includes(status) && end.startsWith(day)
      })
      const ids = due.map(({ id }) => id)
      return [...subscriptions].flatMap(([name, id]) => (ids.includes(id) ? [name] : [])).toSorted()
    },
    histories: (names) =>
      Promise.all(names.map(async (name) => readStripeHistory(sdk, name, await find(name)))),
  }
}

type Sdk = StripeShop['sdk']
type Invoice = Awaited<ReturnType<Sdk['invoices']['list']>>['data'][number]
type Subscription = Awaited<ReturnType<Sdk['subscriptions']['retrieve']>>
type CreditNote = Awaited<ReturnType<Sdk['creditNotes']['list']>>['data'][number]
type BalanceTransaction = Awaited<ReturnType<Sdk['customers']['listBalanceTransactions']>>['data'][number]

const INVOICE_PARTS = ['data.payments', 'data.total_discount_amounts.discount']

/** The bills of an account, read with the official SDK. The invoice of a trial is none, and a draft is none yet. */
async function readStripeHistory(
  sdk: Sdk,
  name: string,
  { id: subscriptionId, customer, canceled_at }: Subscription,
): Promise<GatewayHistory> {
  const ofCustomer = { customer: String(customer), limit: 100 }
  const [invoices, credits, notes] = [
    (await sdk.invoices.list({ subscription: subscriptionId, limit: 100, expand: INVOICE_PARTS })).data,
    (await sdk.customers.listBalanceTransactions(ofCustomer.customer, { limit: 100 })).data,
    (await sdk.creditNotes.list(ofCustomer)).data,
  ]
  const bills: GatewayBill[] = []
  for (const invoice of invoices.toReversed()) {
    if (invoice.status !== 'paid' || invoice.subtotal === 0) continue
    const transactionId = paymentOf(invoice)
    const refunds = transactionId === null ? [] : await refundsOf(sdk, transactionId)
    bills.push({
      name,
      subscriptionId,
      transactionId,
      madeAt: invoice.created * 1000,
      discount: ourDiscountOn(invoice),
      charged: invoice.amount_paid,
      refunds,
    })
  }
  return {
    name,
    bills,
    credits: credits.flatMap((it) => creditOf(it, notes)),
    cancelledAt: canceled_at === null ? null : canceled_at * 1000,
  }
}

function paymentOf({ payments }: Invoice): string | null {
  const id = payments?.data[0]?.payment.payment_intent
  return typeof id === 'string' ? id : null
}

async function refundsOf(sdk: Sdk, payment_intent: string): Promise<readonly number[]> {
  return (await sdk.refunds.list({ payment_intent, limit: 100 })).data.map((it) => it.amount)
}

/** What a credit note of the target gave to the balance; the transaction itself has no metadata. */
function creditOf({ amount, credit_note }: BalanceTransaction, notes: readonly CreditNote[]): Credit[] {
  const orderId = notes.find((it) => it.id === credit_note)?.metadata?.goodword_effect
  return orderId === undefined ? [] : [{ orderId, amount: 0 - amount }]
}

/** The discount of our coupon and our items on an invoice. */
function ourDiscountOn({ total_discount_amounts, lines }: Invoice): number {
  const byCoupon = (total_discount_amounts ?? []).filter(({ discount }) => {
    if (typeof discount === 'string' || 'deleted' in discount) return false
    const { coupon } = discount.source
    return String(typeof coupon === 'string' ? coupon : coupon?.id).startsWith(`${DISCOUNT_ID}-`)
  })
  const items = lines.data.filter(({ metadata }) =>
    Object.keys(metadata).some((key) => key.startsWith('goodword_')),
  )
  return sum(byCoupon.map(({ amount }) => amount)) - sum(items.map(({ amount }) => amount))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0)
}
