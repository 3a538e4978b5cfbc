import { DISCOUNT_ID, type Gateway, minorUnits, PRICE_MINOR } from './gateway.ts'

/** A bill as the gateway has it, read with the official SDK. Amounts are minor units, times milliseconds. */
export type GatewayBill = {
  /** The name of the account whose subscription it is. */
  readonly name: string
  readonly subscriptionId: string
  /** Null for a bill that came to nothing: the gateway charges nothing then. */
  readonly transactionId: string | null
  readonly madeAt: number
  readonly discount: number
  readonly charged: number
  /** The amounts that were given back of it, one for each refund. */
  readonly refunds: readonly number[]
}

/** The bills of a customer's subscription, and when it was cancelled; null for one that goes on. */
export type GatewayHistory = {
  readonly name: string
  readonly bills: readonly GatewayBill[]
  readonly cancelledAt: number | null
}

const BILLING_HOUR_MS = 6 * 3_600_000

export async function readHistories(
  gateway: Gateway,
  names: readonly string[],
): Promise<readonly GatewayHistory[]> {
  const refunds = new Map<string, number[]>()
  for (const { type, refundedTransactionId: id, amount } of await gateway.payments()) {
    if (type === 'credit' && id !== null) refunds.set(id, [...(refunds.get(id) ?? []), minorUnits(amount)])
  }
  const histories: GatewayHistory[] = []
  for (const name of names) histories.push(await readHistory(gateway, name, refunds))
  return histories
}

async function readHistory(
  { shop: { sdk } }: Gateway,
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
  return { name, bills: [...charged, ...skipped].toSorted((a, b) => a.madeAt - b.madeAt), cancelledAt }
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
