import { isReservedFor, type ReservedBill } from '../bills/bill-outcome.ts'
import type { BillReason, BillState } from '../bills/bill-states.ts'
import { stepOf } from '../bills/billing-interval.ts'
import { isCounted, type Percentage } from '../bills/counted-bills.ts'
import type { MadeBill } from '../bills/made-bills.ts'
import {
  billCalendarOf,
  firstPaidBill,
  type PaidBill,
  type ProcessorSubscription,
} from '../bills/processor-payment.ts'
import { isFull, isQueued } from '../bills/queue.ts'
import { isShareByLines, roundedShare } from '../bills/rounded-share.ts'
import type { Account } from '../referrals/account.ts'
import { isOfExistingCustomer } from '../referrals/converting-payment.ts'
import type { Part } from '../rewards/credit-reservation.ts'
import { accountDiscount, ratesBySource } from '../rewards/discount.ts'
import { roundedDown } from '../values/money.ts'
import {
  type BillInLedger,
  type CheckedPercentage,
  type EarlierBill,
  hadMonthsLeft,
} from './months-on-bills.ts'
import {
  type CustomerEvidence,
  isAfterAttribution,
  SUBSCRIBED_BEFORE_BINDING_MS,
} from './payment-evidence.ts'
import { turnOf } from './turns-on-bills.ts'

/** The terms of a bill's expected discount. */
export type BillTerms = {
  /** The percentages, with those that were cancelled since. */
  readonly percentages: readonly CheckedPercentage[]
  /** The credit that was kept for bills of the subscription. */
  readonly reserved: readonly ReservedBill[]
  readonly subscription: ProcessorSubscription
  /** The bill for which the friend's reward counts although it was given later. */
  readonly friendsFirstBill: PaidBill | null
  /** The payment of which the service gives a part back to the friend. */
  readonly refundedPayment: string | null
  /** The bills of the account that were kept before. */
  readonly earlier: readonly EarlierBill[]
  /** Our key of the subscription. */
  readonly key: string
  /** The moment from which on bills of the subscription are kept. */
  readonly keptFrom: number
}

/** A bill with the discount that it should have had, in minor units. */
export type CheckedBill = {
  readonly bill: MadeBill
  readonly expectedMinor: number
  readonly state: Extract<BillState, 'RIGHT' | 'WRONG'>
  readonly reason: BillReason | null
  /** The rewards that counted for it, with what each was to take off. */
  readonly counted: readonly Part[]
}

/**
 * Compares a bill with the discount that it should have had: the percentages that counted when it was made, of the price
 * of that time, and then the credit that was kept for it. Null for a bill that no reward counted for and that had no discount.
 */
export function checkBill(bill: MadeBill, terms: BillTerms): CheckedBill | null {
  const isFirst = bill.payment !== null && bill.payment.id === terms.friendsFirstBill?.payment.id
  const added = terms.percentages.filter(
    (it) =>
      !isQueued(it) &&
      !it.isOutAt(bill.time.from) &&
      (countsWhenMade(it, bill, terms) ||
        ((isFirst || cameBefore(it, bill, terms)) && isFriends(it, bill, terms))),
  )
  const turn = isFull(added) ? null : turnOf(terms.percentages, billInLedger(bill, terms))
  const counting = turn === null || !wasGiven(turn, bill) ? added : [...added, turn]
  const discount = accountDiscount(ratesBySource(counting))
  const most = Math.max(0, Math.min(bill.price.minor, bill.price.minor + bill.otherChangesMinor))
  const { subscription } = terms
  const share = roundedShare(bill.price, discount.applied, subscription)
  const percentage = Math.min(share, roundedDown(most, subscription.amountStep))
  const reservation = terms.reserved.find((it) => isReservedFor(it, subscription, bill.date))
  const credit = Math.min(reservation?.creditMinor ?? 0, most - percentage)
  const lines = bill.payment?.roundedLines ?? 0
  const exact = { price: bill.price, rate: discount.applied }
  const isByLines =
    percentage === share && isShareByLines(bill.discountMinor - credit, exact, lines, subscription.amountStep)
  const expectedMinor = isByLines ? bill.discountMinor : percentage + credit
  const hasReward = discount.uncapped > 0 || reservation !== undefined
  if (!hasReward && bill.discountMinor === 0) return null
  const isRefunded = bill.payment !== null && bill.payment.id === terms.refundedPayment
  const reason = reasonOf(expectedMinor, bill.discountMinor, isRefunded)
  const counted = [
    ...(bill.price.minor === 0 ? [] : partsByRate(counting, expectedMinor - credit)),
    ...(bill.discountMinor > expectedMinor ? usedUp(bill, terms, counting) : []),
    ...partsInOrder(reservation?.parts ?? [], credit),
  ]
  return { bill, expectedMinor, state: reason === null ? 'RIGHT' : 'WRONG', reason, counted }
}

/** A bill that had a discount and should have had none counts as well, so that the next ones have none. */
function usedUp(
  bill: MadeBill,
  { percentages }: BillTerms,
  counting: readonly Percentage[],
): readonly Part[] {
  const others = percentages.filter(
    (it) =>
      isCounted(it) &&
      (!isQueued(it) || it.isNext === true) &&
      wasGiven(it, bill) &&
      !it.isOutAt(bill.time.from) &&
      !counting.includes(it),
  )
  return others.map(({ id }) => ({ rewardId: id, amount: 0 }))
}

/** An amount in parts that are to each other as the rates; what rounding leaves is the last one's. */
function partsByRate(percentages: readonly Percentage[], minor: number): readonly Part[] {
  const sum = percentages.reduce((total, { rate }) => total + rate, 0)
  const upTo = (index: number) => {
    const rates = percentages.slice(0, index).reduce((total, { rate }) => total + rate, 0)
    return sum === 0 ? 0 : Number((BigInt(minor) * BigInt(rates)) / BigInt(sum))
  }
  return percentages.map(({ id }, index) => ({ rewardId: id, amount: upTo(index + 1) - upTo(index) }))
}

/** So much of the parts of a reservation as a bill used, in the order in which they are spent. */
function partsInOrder(parts: readonly Part[], usedMinor: number): readonly Part[] {
  let left = usedMinor
  return parts.flatMap(({ rewardId, amount }) => {
    const used = Math.min(amount, left)
    left -= used
    return used === 0 ? [] : [{ rewardId, amount: used }]
  })
}

function countsWhenMade(percentage: CheckedPercentage, bill: MadeBill, terms: BillTerms): boolean {
  return wasGiven(percentage, bill) && hadMonthsLeft(percentage, billInLedger(bill, terms))
}

/** Whether it was given before a bill was made, and not cancelled. */
function wasGiven({ givenAt, cancelledAt }: Percentage, bill: MadeBill): boolean {
  // A bill that was made in the second of a conversion is not one that follows it.
  const isAfter = givenAt !== null && givenAt < (bill.payment === null ? bill.time.until : bill.time.from)
  const wasCancelled = cancelledAt !== null && cancelledAt <= bill.time.from
  return isAfter && !wasCancelled
}

function billInLedger(bill: MadeBill, { subscription, earlier, key, keptFrom }: BillTerms): BillInLedger {
  const calendar = billCalendarOf(subscription)
  return {
    bill: { ...calendar, date: bill.date },
    madeAt: bill.time.from,
    step: stepOf(calendar.billingInterval),
    key,
    createdAt: subscription.createdAt,
    keptFrom,
    earlier,
  }
}

/** A merchant that looked the code up subscribes the friend with the discount, and names the code afterwards. */
function cameBefore({ givenAt }: Percentage, { time }: MadeBill, { subscription }: BillTerms): boolean {
  return subscription.cameWithDiscount && subscription.createdAt <= time.from && givenAt !== null
}

/** The friend's percentage, whenever it was given. */
function isFriends(percentage: CheckedPercentage, bill: MadeBill, terms: BillTerms): boolean {
  if (percentage.source !== 'REFERRED' || percentage.givenAt === null) return false
  return countsWhenMade({ ...percentage, givenAt: Number.NEGATIVE_INFINITY }, bill, terms)
}

function reasonOf(expected: number, actual: number, isRefunded: boolean): BillReason | null {
  if (actual === expected) return null
  if (actual > expected) return expected === 0 ? 'DISCOUNT_NOT_EXPECTED' : 'DISCOUNT_TOO_LARGE'
  if (isRefunded) return 'FIRST_BILL_REFUND_DUE'
  return actual === 0 ? 'DISCOUNT_MISSING' : 'DISCOUNT_TOO_SMALL'
}

/**
 * Returns from when on bills of a subscription are kept: since its customer was bound, and before only those that a
 * friend's merchant made with the discount already.
 */
export function billsKeptFrom(
  { referral }: Account,
  { cameWithDiscount, createdAt }: ProcessorSubscription,
  boundAt: number,
): number {
  const cameForReferral =
    referral !== null && cameWithDiscount && createdAt >= boundAt - SUBSCRIBED_BEFORE_BINDING_MS
  return cameForReferral ? Math.min(createdAt, boundAt) : boundAt
}

/** The first bill of a friend whose referral it converted: the friend's reward counts for it, whenever the code was named. */
export function friendsFirstBill(account: Account, evidence: CustomerEvidence): PaidBill | null {
  const { referral, paidAt } = account
  const first = firstPaidBill(evidence.subscriptions)
  if (referral === null || first === null || referral.convertedAt === null) return null
  if (isOfExistingCustomer({ paidAt }, referral)) return null
  return isAfterAttribution(referral, first, evidence) ? first : null
}
