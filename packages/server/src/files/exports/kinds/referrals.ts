import type { ExportedReferral } from '@goodword/contract/files/exported-records'
import type { Reward } from '@goodword/contract/rewards/reward'
import { timeCell } from '@goodword/domain/files/csv-record'
import { idsCreated } from '../../../engine/lists/id-range.ts'
import { referralAnswer } from '../../../referring/referrals/referral-answer.ts'
import { completeReferrals } from '../../../referring/referrals/referral-details.ts'
import { walkReferrals } from '../../../referring/referrals/rows/referral-list.ts'
import { rewardAnswer } from '../../../referring/rewards/reward-answer.ts'
import type { ExportedKind } from '../exported-kind.ts'

/** The first columns are those of an import. */
export const exportedReferrals: ExportedKind<ExportedReferral> = {
  async read(ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkReferrals(tx, { ...range, after: position ?? range.after }, limit)
    const referrals = await completeReferrals(tx, rows)
    return referrals.map((it) => ({
      position: it.id,
      // An import takes one referral of an account, which a replaced one would be before the one that counts.
      answer: it.is_replaced
        ? null
        : {
            ...referralAnswer(ctx, tx.tenantId, it, tx.now),
            referrerReward: it.referrerReward === null ? null : rewardAnswer(it.referrerReward, tx.now),
            referredReward: it.referredReward === null ? null : rewardAnswer(it.referredReward, tx.now),
            dateUnconfirmed: it.unconfirmed_at,
          },
    }))
  },
  columns: {
    referralCode: (it) => it.referralCodeUsed,
    referredAccountId: (it) => it.referredAccountId,
    status: (it) => it.status,
    dateReferralStarted: (it) => timeCell(it.dateReferralStarted),
    dateConverted: (it) => timeCell(it.dateConverted),
    dateReferralEnded: (it) => timeCell(it.dateReferralEnded),
    id: (it) => it.id,
    referringAccountId: (it) => it.referringAccountId,
    referrerUserId: (it) => it.referrerUser.id,
    referredUserId: (it) => it.referredUser?.id ?? null,
    referrerModerationStatus: (it) => it.referrerModerationStatus,
    referredModerationStatus: (it) => it.referredModerationStatus,
    referrerRewardId: (it) => it.referrerReward?.id ?? null,
    referredRewardId: (it) => it.referredReward?.id ?? null,
    fraudSignals: (it) => it.fraudSignals.map(({ rule }) => rule).join(' '),
    attributedByHand: (it) => String(it.attributedByHand),
    referrerDecidedBy: (it) => it.referrerDecision?.by ?? null,
    referrerDecidedAs: (it) => it.referrerDecision?.actor ?? it.referrerDecision?.reason ?? null,
    dateReferrerDecided: (it) => timeCell(it.referrerDecision?.date ?? null),
    referredDecidedBy: (it) => it.referredDecision?.by ?? null,
    referredDecidedAs: (it) => it.referredDecision?.actor ?? it.referredDecision?.reason ?? null,
    dateReferredDecided: (it) => timeCell(it.referredDecision?.date ?? null),
    referrerReward: (it) => rewardCell(it.referrerReward),
    referredReward: (it) => rewardCell(it.referredReward),
    dateUnconfirmed: (it) => timeCell(it.dateUnconfirmed),
  },
}

/** A reward as the API answers it, without whose it is, which the row says. */
function rewardCell(reward: Reward | null): string | null {
  if (reward === null) return null
  const { id: _id, rewardSource: _source, accountId: _account, userId: _user, ...terms } = reward
  const { referralId: _referral, statuses: _statuses, ...rest } = terms
  return JSON.stringify(rest)
}
