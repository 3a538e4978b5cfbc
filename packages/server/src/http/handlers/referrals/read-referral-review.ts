import type { readReferralReview as endpoint } from '@goodword/contract/endpoints/read-referral-review'
import type { ReferralReview } from '@goodword/contract/referral-review'
import { Refusal } from '@goodword/contract/refusal'
import { isUuid, type ReferralId } from '@goodword/domain/ids'
import { priceToNumber } from '@goodword/domain/money'
import type { RewardWorth } from '@goodword/domain/reward-worth'
import { summaryOf } from '../../../operations/referring/people/user-summary.ts'
import {
  type AccountHistory,
  countDecisions,
  readReferralReview,
} from '../../../operations/referring/referrals/read-referral-review.ts'
import { decisionAnswer } from '../../../operations/referring/referrals/referral-answer.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadReferralReview: Handler<typeof endpoint> = async (ctx, { tenant, params }) => {
  const { referralId } = params
  const reading = isUuid(referralId)
    ? await readReferralReview(ctx, tenant.tenantId, referralId as ReferralId)
    : null
  if (reading === null) {
    const message = 'No referral has this ID. Use an ID from GET referrals or from an account.'
    throw new Refusal('REFERRAL_NOT_FOUND', message, 'referralId')
  }
  return {
    referralId: reading.id,
    sides: reading.sides.map(({ moderation, worth, ...side }) => ({
      ...side,
      status: moderation.status,
      worth: worthAnswer(worth),
    })),
    history: reading.history.map(historyAnswer),
  }
}

function worthAnswer(worth: RewardWorth | null) {
  if (worth === null) return null
  const { amount, bills } = worth
  return { amount: priceToNumber(amount), currency: amount.currency, bills }
}

function historyAnswer({
  side,
  accountId,
  sides,
  isComplete,
  latest,
}: AccountHistory): ReferralReview['history'][number] {
  return {
    side,
    accountId,
    ...countDecisions(sides),
    complete: isComplete,
    latest: latest.map(({ side: { side: own, status }, referral }) => {
      const isReferrer = own === 'REFERRER'
      const other = isReferrer ? referral.referred : referral.referrer
      return {
        referralId: referral.id,
        side: own,
        status,
        decision: decisionAnswer(isReferrer ? referral.referrerModeration : referral.referredModeration),
        otherAccountId: isReferrer ? referral.referredAccountId : referral.referrer.accountId,
        otherUser: other === null ? null : summaryOf(other),
      }
    }),
  }
}
