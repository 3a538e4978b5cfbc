import type { Account, Referral } from './account.ts'

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
