import { dayOf } from '@goodword/domain/bills/bill-time'
import type { BillingInterval } from '@goodword/domain/bills/billing-interval'
import type { UnpaidBill } from '@goodword/domain/bills/processor-payment'
import { roundedShare } from '@goodword/domain/bills/rounded-share'
import type { Money } from '@goodword/domain/values/money'
import { NO_RATE } from '@goodword/domain/values/rate'
import type { DiscountState, SubscriptionState } from '../processor-state.ts'
import {
  isUnderWay,
  otherAdjustmentsOn,
  ourDiscountOn,
  type PeriodBill,
  periodBills,
  priceOfInvoice,
  prorationsOn,
} from './bills.ts'
import type { Forecast } from './next-bill/forecast.ts'
import { orphaned, rateOf, splitDiscounts } from './our-discount.ts'
import { type Aftermath, paymentsOf } from './payment-state.ts'
import { malformed, type StripeDiscount, type StripeInvoice, type StripeSubscription } from './sdk/shapes.ts'
import { amountStep, currencyOf, minorOf, msOf } from './sdk/values.ts'

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
  readonly forecast: Forecast
}

export function subscriptionStateOf(
  it: StripeSubscription,
  { discountId, invoices, aftermath, forecast }: SubscriptionContext,
): SubscriptionState {
  const status = statuses[it.status]
  if (status === undefined) throw malformed('a subscription has an unknown status')
  const bills = periodBills(invoices)
  const isEnded = status === 'CANCELLED' || status === 'EXPIRED'
  const underWay = isEnded ? null : newest(bills.filter(({ invoice }) => isUnderWay(invoice)))
  const draft = underWay?.invoice.status === 'draft' ? underWay.invoice : null
  const price = {
    minor: draft === null ? (forecast.price ?? 0) : priceOfInvoice(draft),
    currency: currencyOf(it.currency),
  }
  const { ours } = splitDiscounts(it, discountId)
  const nextBillAt = nextBillOf(it, underWay)
  const unpaidBills = bills.flatMap((bill) => (bill === underWay ? [] : unpaidBill(bill)))
  const draftDiscount = draft === null ? 0 : ourDiscountOn(draft, discountId)
  return {
    id: it.id,
    customerId: customerIdOf(it),
    planId: it.items.data[0]?.price.id ?? '',
    status,
    isInTrial: it.status === 'trialing',
    price,
    ...(draft === null && forecast.price === null && { isPriceUnknown: true as const }),
    amountStep: amountStep(price.currency),
    roundsShares: true,
    billingInterval: intervalOf(it),
    nextBillDate: nextBillAt === null ? null : dayOf(nextBillAt),
    nextBillAt,
    billingDay: new Date(msOf(it.billing_cycle_anchor)).getUTCDate(),
    firstBillDate: dayOf(msOf(firstBillOf(it, bills))),
    billCount: bills.length - (underWay === null ? 0 : 1),
    createdAt: msOf(it.created),
    endedAt: isEnded && it.ended_at !== null ? msOf(it.ended_at) : null,
    discount: discountStateOf(ours, price),
    ...(orphaned(it) !== null && { hasOrphanedDiscount: true as const }),
    otherAdjustments: draft === null ? 0 - forecast.others : otherAdjustmentsOn(draft, discountId),
    // A change of the plan leaves something over, as an earlier bill does.
    balance: balanceOf(it) + (draft === null ? 0 : prorationsOn(draft)),
    payments: invoices.flatMap((invoice) => paymentsOf(invoice, discountId, aftermath)),
    ...(draft !== null && { draft: { billId: draft.id, discountAmount: draftDiscount } }),
    ...(unpaidBills.length > 0 && { unpaidBills }),
  }
}

/** A trial may also be given later, after bills. */
function firstBillOf(it: StripeSubscription, bills: readonly PeriodBill[]): number {
  const made = bills.map(({ periodStart }) => periodStart)
  return made.length > 0 ? Math.min(...made) : (it.trial_end ?? it.start_date)
}

function newest(bills: readonly PeriodBill[]): PeriodBill | null {
  return bills.reduce<PeriodBill | null>(
    (last, bill) => (last === null || bill.periodStart > last.periodStart ? bill : last),
    null,
  )
}

function unpaidBill({ invoice, periodStart }: PeriodBill): readonly UnpaidBill[] {
  if (invoice.status === 'paid') return []
  return [{ periodStart: dayOf(msOf(periodStart)), state: isUnderWay(invoice) ? 'OPEN' : 'GIVEN_UP' }]
}

export function customerIdOf({ customer }: StripeSubscription): string {
  return typeof customer === 'string' ? customer : customer.id
}

/** The customer's balance in the currency of the subscription: it pays whichever invoice is closed first. */
function balanceOf({ customer, currency }: StripeSubscription): number {
  if (typeof customer === 'string') return 0
  const { balance = 0, invoice_credit_balance: credit } = customer
  return minorOf(customer.currency === currency ? balance : 0 - (credit?.[currency] ?? 0), currency)
}

function intervalOf({ items }: StripeSubscription): BillingInterval | null {
  const recurring = items.data[0]?.price.recurring ?? null
  const unit = recurring === null ? undefined : units[recurring.interval]
  return unit === undefined || recurring === null ? null : { unit, count: recurring.interval_count }
}

/** While an invoice is a draft or unpaid, it is the next bill, though its period has begun. */
function nextBillOf(it: StripeSubscription, underWay: PeriodBill | null): number | null {
  if (!['trialing', 'active', 'past_due', 'unpaid'].includes(it.status)) return null
  if (underWay !== null) return msOf(underWay.periodStart)
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
  const rounding = { amountStep: amountStep(price.currency), roundsShares: true } as const
  const amount = { ...price, minor: rate === null ? 0 : roundedShare(price, rate, rounding) }
  const lasts = first.source.coupon?.duration === 'forever'
  return { amount, rate: rate ?? NO_RATE, quantity: ours.length, billsLeft: lasts ? null : 1 }
}
