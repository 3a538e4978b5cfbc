import type { Account, Referral } from './account.ts'
import type { Outcome } from './outcome.ts'

/** The fields of every outcome about a referral: the account, the referral and the referrer's account. */
export function aboutReferral(
  account: Pick<Account, 'key'>,
  referral: Pick<Referral, 'id' | 'referrer'>,
): Pick<Outcome, 'account' | 'referralId' | 'referrer'> {
  return { account: account.key, referralId: referral.id, referrer: referral.referrer.accountKey }
}
