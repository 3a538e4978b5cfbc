import {
  afterTax,
  billedAt,
  isDisputed,
  type PaidBill,
  type ProcessorPayment,
  priceOfBill,
} from '../bills/processor-payment.ts'
import { isShareByLines, roundedShare } from '../bills/rounded-share.ts'
import type { Account, Referral } from '../referrals/account.ts'
import type { Money } from '../values/money.ts'
import { NO_RATE, rateFromPercent } from '../values/rate.ts'
import { friendsFirstBill } from './bill-ledger.ts'
import type { CustomerEvidence } from './payment-evidence.ts'

/** Whether the friend gets a part of the first bill back. */
export type RefundDecision =
  | { readonly kind: 'due'; readonly payment: ProcessorPayment; readonly amount: Money }
  /** Due once the payment is settled. */
  | { readonly kind: 'waiting'; readonly payment: ProcessorPayment }
  | { readonly kind: 'none' }

const NONE: RefundDecision = { kind: 'none' }

/**
 * The one rule for the friend's refund. A friend whose subscription was made without a look-up of the code, or with a
 * smaller discount, paid too much for the first bill after the trial. The missing part of the friend's percentage of that
 * bill's price is refunded with the tax on it, once for each referral, as soon as the payment is settled: all of it where
 * no discount was taken off, else the rest. It is never more than was paid for the bill. All refunds of the payment count.
 *
 * Nothing is given back for
 * - a payment that is older than the attribution, or that was known to a person who attributed the account by hand;
 * - a reward that is no percentage: credit is given at the conversion, and is taken off the bills after it;
 * - a side that is not approved, until it is, and a reward that was cancelled;
 * - a payment that is disputed, or was lost to a dispute: its money goes back to the customer by the bank;
 * - a later bill, where the first one came to nothing, was voided or was never paid: its discount was set before it was made;
 * - other subscriptions of the friend: a customer has one first bill.
 */
export function decideRefund(account: Account, evidence: CustomerEvidence): RefundDecision {
  const { referral } = account
  const first = friendsFirstBill(account, evidence)
  if (referral === null || first === null) return NONE
  const { payment } = first
  const amount = missingDiscount(referral, first)
  // The notification that a dispute was won leads here again.
  if (amount.minor === 0 || !isFirstBill(first) || isDisputed(payment)) return NONE
  return payment.status === 'SETTLED' ? { kind: 'due', payment, amount } : { kind: 'waiting', payment }
}

/** The discount missing from the price as it was then: the price of the subscription may have been changed since. */
function missingDiscount({ referred }: Referral, { payment, subscription }: PaidBill): Money {
  const { reward, moderation } = referred
  const { amount, discountAmount, roundedLines = 0 } = payment
  const { currency } = amount
  const isGiven = reward !== null && reward.cancelledAt === null && moderation.status === 'APPROVED'
  if (!isGiven || reward.spec.type !== 'PCT_DISCOUNT') return { minor: 0, currency }
  const price = { minor: Math.max(0, priceOfBill(payment)), currency }
  const rate = rateFromPercent(reward.spec.discountPercent) ?? NO_RATE
  if (isShareByLines(discountAmount, { price, rate }, roundedLines, subscription.amountStep))
    return { minor: 0, currency }
  const share = roundedShare(price, rate, subscription)
  const missing = Math.max(0, share - discountAmount)
  return { minor: Math.min(afterTax(missing, payment.addedTax), amount.minor), currency }
}

const HOUR_MS = 3_600_000

/**
 * Whether no bill came before. One that was made with the subscription is the first. Of a subscription that began with a trial
 * the bills are counted, because one that came to nothing, or was not paid, leaves no payment.
 */
function isFirstBill({ payment, subscription }: PaidBill): boolean {
  if (billedAt(payment) - subscription.createdAt < HOUR_MS) return true
  const { periodStart } = payment
  const periods = subscription.payments.map((it) => it.periodStart).filter((it) => it !== null)
  const later = new Set(periods.filter((it) => periodStart !== null && it > periodStart))
  return subscription.billCount - later.size <= 1
}
