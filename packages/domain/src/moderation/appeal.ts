import type { Account, Moderation } from '../referrals/account.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'

/** Characters of what a referrer writes about a referral that is checked. */
export const MAX_APPEAL_CHARACTERS = 500

/** Whether the referrer can say something about a side: while it waits for a decision. */
export function canAppeal({ status, by }: Moderation): boolean {
  return status === 'PENDING' && by !== 'block'
}

/** The referrer says something about a referral that is checked. It decides nothing, and a second time changes nothing. */
export function appeal(account: Account, { now }: DecisionContext): Transition {
  const { referral } = account
  if (referral === null || referral.appealedAt !== null || !canAppeal(referral.referring.moderation))
    return unchanged(account)
  const { accountKey, userKey } = referral.referrer
  return {
    account: { ...account, referral: { ...referral, appealedAt: now } },
    outcomes: [
      {
        type: 'referral.appealed',
        reason: 'APPEALED',
        account: accountKey,
        user: userKey,
        referralId: referral.id,
      },
    ],
  }
}
