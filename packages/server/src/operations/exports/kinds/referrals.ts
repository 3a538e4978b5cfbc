import type { Referral } from '@goodword/contract/referral'
import { idsCreated } from '../../../store/lists/id-range.ts'
import { walkReferrals } from '../../../store/referral-list.ts'
import { completeReferrals } from '../../referrals/read-referrals.ts'
import { referralAnswer } from '../../referrals/referral-answer.ts'
import { type ExportedKind, timeCell } from '../exported-kind.ts'

/** The first columns are those of an import. */
export const exportedReferrals: ExportedKind<Referral> = {
  async read(ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkReferrals(tx, { ...range, after: position ?? range.after }, limit)
    const readings = await completeReferrals(tx, rows)
    return readings.map((it) => ({
      position: it.id,
      answer: referralAnswer(ctx, tx.tenantId, it, tx.now),
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
  },
}
