import { isLive } from '../bills/bill-discount.ts'
import { firstPaidBill, type PaidBill, type ProcessorSubscription } from '../bills/processor-payment.ts'
import { type Account, type Referral, standingOf } from '../referrals/account.ts'
import type { AttributeCommand, Command, DescribeCommand } from '../referrals/command.ts'
import { isOfExistingCustomer } from '../referrals/converting-payment.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import type { Currency } from '../values/money.ts'

/** The payment processor's data of a customer. It has no effect before the customer is bound to an account. */
export type CustomerEvidence = {
  /** The code in the customer's coupon field; null when the field is empty or its text is no possible code. */
  readonly couponCode: ReferralCode | null
  /** When the account was bound to the customer. */
  readonly boundAt: number
  /** When the last subscription of the account’s former customers ended, if there were any: bills after that are the account’s. */
  readonly formerEndedAt?: number
  readonly subscriptions: readonly ProcessorSubscription[]
}

/** Merchants subscribe their customers before they bind them, but not earlier than this. */
export const SUBSCRIBED_BEFORE_BINDING_MS = 86_400_000
/** A customer who changes from one subscription to another has none in between. */
const WITHOUT_SUBSCRIPTION_MS = 86_400_000

/**
 * Derives commands from the evidence of an account's processor customer: the coupon field attributes, the first payment
 * converts, or closes the account when it is older than the attribution, and 24 hours without a live subscription end the
 * referral. Evidence that has had its effect gives no commands.
 */
export function evidenceCommands(
  account: Account,
  evidence: CustomerEvidence,
  now: number,
): readonly Command[] {
  const coupon = couponCommands(account, evidence)
  const payment = paymentCommands(account, evidence)
  const isOld = payment.some((it) => it.kind === 'close')
  const endsAt = endOfReferral(account, evidence, now)
  const cancelled: readonly Command[] =
    endsAt !== null && endsAt <= now ? [{ kind: 'report', status: 'CANCELLED', endedAt: endsAt }] : []
  // A payment from before the attribution comes first: it closes the account to the code.
  return [...(isOld ? [...payment, ...coupon] : [...coupon, ...payment]), ...cancelled]
}

/** When time alone may make more of the evidence; null for never. */
export function evidenceCheckAt(account: Account, evidence: CustomerEvidence, now: number): number | null {
  const endsAt = endOfReferral(account, evidence, now)
  return endsAt !== null && endsAt > now ? endsAt : null
}

/** An account without a price of its own has the currency that its live subscription is billed in. */
export function currencyCommands(
  { subscription }: Account,
  { subscriptions }: CustomerEvidence,
  ofProgram: Currency,
): readonly DescribeCommand[] {
  const currency = subscriptions.find(isLive)?.price.currency
  const isKnown = subscription.currency !== null || subscription.valueMinor !== null
  return currency === undefined || currency === ofProgram || isKnown ? [] : [{ kind: 'describe', currency }]
}

function couponCommands(account: Account, { couponCode }: CustomerEvidence): readonly AttributeCommand[] {
  if (couponCode === null || standingOf(account) !== 'open') return []
  return [{ kind: 'attribute', evidence: 'coupon', code: couponCode }]
}

function paymentCommands(account: Account, evidence: CustomerEvidence): readonly Command[] {
  const first = firstPaidBill(evidence.subscriptions)
  const standing = standingOf(account)
  const isUnconfirmed = account.referral !== null && account.referral.unconfirmedAt !== null
  const isNews =
    standing === 'open' || standing === 'in progress' || (standing === 'converted' && isUnconfirmed)
  if (first === null || !isNews) return []
  const paidAt = first.payment.createdAt
  return isKnownPayment(account) || isAfterAttribution(account.referral, first, evidence)
    ? [{ kind: 'report', status: 'PAID', paidAt }]
    : [{ kind: 'close', paidAt }]
}

/** The person who attributed the account knew that it had paid. */
function isKnownPayment({ referral, paidAt }: Account): boolean {
  return referral !== null && isOfExistingCustomer({ paidAt }, referral)
}

/**
 * Whether a first payment counts as made after the attribution. Besides the moments this is so for a subscription that
 * came with our discount, or that was made shortly before the account was bound: by then the merchant knew the code.
 */
export function isAfterAttribution(
  referral: Referral | null,
  { payment, subscription }: PaidBill,
  { boundAt }: CustomerEvidence,
): boolean {
  return (
    payment.createdAt >= boundAt ||
    (referral !== null && payment.createdAt >= referral.startedAt) ||
    payment.discountAmount > 0 ||
    subscription.cameWithDiscount ||
    subscription.createdAt >= boundAt - SUBSCRIBED_BEFORE_BINDING_MS
  )
}

/**
 * When the referral ends for want of a live subscription, which may be long ago; null while it does not. Subscriptions that
 * ended before the referral started do not end it.
 */
function endOfReferral(
  { referral }: Account,
  { subscriptions }: CustomerEvidence,
  now: number,
): number | null {
  const hasLive = subscriptions.length === 0 || subscriptions.some(isLive)
  if (referral === null || referral.endedAt !== null || hasLive) return null
  const lastEnd = Math.max(...subscriptions.map((it) => it.endedAt ?? now))
  return lastEnd <= referral.startedAt ? null : lastEnd + WITHOUT_SUBSCRIPTION_MS
}
