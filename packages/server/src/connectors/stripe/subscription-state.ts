import { dayOf } from '@goodword/domain/bills/bill-time'
import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import { type Money, shareOf } from '@goodword/domain/values/money'
import type { DiscountState, SubscriptionState } from '../processor-state.ts'
import { isUnderWay, type PeriodBill, periodBills } from './bills.ts'
import { rateOf, splitDiscounts } from './our-discount.ts'
import { type Aftermath, paymentsOf } from './payment-state.ts'
import { malformed, type StripeDiscount, type StripeInvoice, type StripeSubscription } from './shapes.ts'
import { amountStep, moneyOf, msOf } from './values.ts'

const statuses: Readonly<Record<string, SubscriptionState['status']>> = {
  incomplete: 'PENDING',
  trialing: 'ACTIVE',
  active: 'ACTIVE',
  paused: 'ACTIVE',
  past_due: 'PAST_DUE',
  unpaid: 'PAST_DUE',
  canceled: 'CANCELLED',
  incomplete_expired: 'EXPIRED',
}

const units: Readonly<Record<string, BillingInterval['unit']>> = {
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
  year: 'YEAR',
}

export type SubscriptionContext = {
  readonly discountId: string
  /** The invoices of the subscription, newest first. */
  readonly invoices: readonly StripeInvoice[]
  readonly aftermath: Aftermath
}

export function subscriptionStateOf(
  it: StripeSubscription,
  { discountId, invoices, aftermath }: SubscriptionContext,
): SubscriptionState {
  const status = statuses[it.status]
  if (status === undefined) throw malformed('a subscription has an unknown status')
  const price = priceOf(it)
  const bills = periodBills(it, invoices)
  const { ours, foreign } = splitDiscounts(it, discountId)
  const nextBillAt = nextBillOf(it, bills)
  const isEnded = status === 'CANCELLED' || status === 'EXPIRED'
  return {
    id: it.id,
    customerId: it.customer,
    planId: it.items.data[0]?.price.id ?? '',
    status,
    isInTrial: it.status === 'trialing',
    price,
    amountStep: amountStep(price.currency),
    billingInterval: intervalOf(it),
    nextBillDate: nextBillAt === null ? null : dayOf(nextBillAt),
    nextBillAt,
    billingDay: new Date(msOf(it.billing_cycle_anchor)).getUTCDate(),
    firstBillDate: dayOf(msOf(it.trial_end ?? it.start_date)),
    billCount: bills.filter(({ invoice }) => !isUnderWay(invoice)).length,
    createdAt: msOf(it.created),
    endedAt: isEnded && it.ended_at !== null ? msOf(it.ended_at) : null,
    discount: discountStateOf(ours, price),
    otherAdjustments: 0 - foreignOff(foreign, price, nextBillAt),
    // The customer has a balance, which pays whichever invoice is closed first.
    balance: 0,
    payments: invoices.flatMap((invoice) => paymentsOf(invoice, discountId, aftermath)),
  }
}

function priceOf({ items, currency }: StripeSubscription): Money {
  const minor = items.data.reduce(
    (sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1),
    0,
  )
  return moneyOf(minor, currency)
}

function intervalOf({ items }: StripeSubscription): BillingInterval | null {
  const recurring = items.data[0]?.price.recurring ?? null
  const unit = recurring === null ? undefined : units[recurring.interval]
  return unit === undefined || recurring === null ? null : { unit, count: recurring.interval_count }
}

/** While an invoice is a draft or unpaid, it is the next bill, though its period has begun. */
function nextBillOf(it: StripeSubscription, bills: readonly PeriodBill[]): number | null {
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(it.status)) return null
  const underWay = bills.filter(({ invoice }) => isUnderWay(invoice)).map(({ periodStart }) => periodStart)
  if (underWay.length > 0) return msOf(Math.max(...underWay))
  const ends = it.items.data.map(({ current_period_end }) => current_period_end)
  const next = ends.length === 0 ? null : Math.min(...ends)
  const isLast = next !== null && it.cancel_at !== null && it.cancel_at <= next
  return next === null || isLast ? null : msOf(next)
}

/** Several of ours are one, by what they come to with each other, so that the difference to what is wanted is seen. */
function discountStateOf(ours: readonly StripeDiscount[], price: Money): DiscountState | null {
  const [first] = ours
  if (first === undefined) return null
  const rate = rateOf(first)
  const amount = rate === null ? { ...price, minor: 0 } : shareOf(price, rate)
  const lasts = first.source.coupon?.duration === 'forever'
  return { amount, quantity: ours.length, billsLeft: lasts ? null : 1 }
}

/** Percentages multiply, and amounts come after them. */
function foreignOff(foreign: readonly StripeDiscount[], price: Money, nextBillAt: number | null): number {
  const coupons = foreign
    .filter(({ end }) => end == null || nextBillAt === null || msOf(end) > nextBillAt)
    .flatMap(({ source: { coupon } }) => (coupon === null ? [] : [coupon]))
  const share = coupons.reduce((left, { percent_off }) => left * (1 - (percent_off ?? 0) / 100), 1)
  const amounts = coupons.reduce((sum, { amount_off }) => sum + (amount_off ?? 0), 0)
  return Math.min(price.minor, price.minor - Math.round(price.minor * share) + amounts)
}
