import type { BraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import { DISCOUNT_ID, PRICE_MINOR, pagesOf } from '../gateway.ts'
import type { GatewayBill, GatewayHistory } from '../gateway-bills.ts'

/** A payment in the shape of the control API. */
type Payment = {
  readonly type: 'sale' | 'credit'
  readonly amount: string
  readonly refundedTransactionId: string | null
}

const BILLING_HOUR_MS = 6 * 3_600_000

/** The bills of accounts, read with the official SDK. */
export async function readHistories(
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
export function minorUnits(amount: string): number {
  return Math.round(Number(amount) * 100)
}
