import type { Account, Referral } from './account.ts'
import type { DecisionContext } from './decision-context.ts'

type Payer = Pick<Account, 'paidAt'>
type Attributed = Pick<Referral, 'isByHand' | 'startedAt'>

/** A person attributed the account although it was known to have paid before. */
export function isOfExistingCustomer({ paidAt }: Payer, { isByHand, startedAt }: Attributed): boolean {
  return isByHand && paidAt !== null && paidAt <= startedAt
}

/**
 * When the payment that converts a referral was made, null if there is none yet. The months of an existing customer's
 * referral begin with the attribution, as if the code and `PAID` had come in one call.
 */
export function convertingPaymentAt(payer: Payer, referral: Attributed): number | null {
  return isOfExistingCustomer(payer, referral) ? referral.startedAt : payer.paidAt
}

/**
 * When a referral converts. A payment that the payment processor shows has a time of its own, so that neither the order of its
 * notifications nor how late they come changes when its rewards begin. Any other payment is as old as the call that reports it.
 */
export function conversionAt(
  payer: Payer,
  referral: Attributed,
  { now, isPaidAtProcessor }: Pick<DecisionContext, 'now' | 'isPaidAtProcessor'>,
): number {
  const paidAt = convertingPaymentAt(payer, referral) ?? now
  return isPaidAtProcessor ? Math.max(paidAt, referral.startedAt) : Math.max(paidAt, now)
}
