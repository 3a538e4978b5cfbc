import { type OwnReferral, type Widget, widgetCodeFaults } from '@goodword/contract/pages/widget'
import type { Reason } from '@goodword/domain/referrals/outcome'
import { rateOfReferrer } from '@goodword/domain/rewards/discount'
import { rateToPercent } from '@goodword/domain/values/rate'
import { listAnswer } from '../../frame/http/server/list-page.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import type { OwnReferral as OwnDetails, OwnProgress } from '../../referring/read-own-progress.ts'
import { friendNameOf } from '../../referring/referrals/friend-name.ts'
import { dueAt, sideReward } from '../../referring/referrals/referral-answer.ts'
import type { ReferralDetails } from '../../referring/referrals/referral-details.ts'
import type { NextBillDiscount } from '../../referring/rewards/read-account-discount.ts'

/** The public part of the program. */
export function widgetProgramAnswer(settings: FullSettings): Widget['program'] {
  const { name, currency, showReferrerName, referredReward, referrerReward, theme, texts } = settings
  // Single words came with the page of the widget.
  const shown = Object.entries(texts).map(([locale, { words: _, ...each }]) => [locale, each])
  return {
    name,
    currency,
    showReferrerName,
    referredReward,
    referrerReward,
    theme,
    texts: Object.fromEntries(shown),
  }
}

/** Why the user's own code does not work now; null when it works. */
export function codeFaultAnswer(fault: Reason | null): Widget['codeFault'] {
  return widgetCodeFaults.find((it) => it === fault) ?? null
}

type Progress = Pick<Widget, 'referrals' | 'rewards' | 'balances' | 'discount' | 'figures' | 'leaderboard'>

/** The answer to an unsigned call in every case. */
export const silentProgress: Progress = {
  referrals: null,
  rewards: null,
  balances: null,
  discount: null,
  figures: null,
  leaderboard: null,
}

/** The referrals of a user and the rewards of the account, for a signed call. */
export function progressAnswer(
  { referrals, rewards, figures, leaderboard, now }: OwnProgress & { readonly now: number },
  { discount, credits }: NextBillDiscount,
): Progress {
  return {
    referrals: { ...listAnswer(referrals), referrals: referrals.rows.map((it) => ownReferral(it, now)) },
    rewards: { ...listAnswer(rewards), rewards: [...rewards.rows] },
    balances: credits,
    discount: {
      discountPercentage: rateToPercent(discount.applied),
      referredDiscountPercent: rateToPercent(discount.bySource.REFERRED),
      referrerDiscountPercent: rateToPercent(rateOfReferrer(discount)),
    },
    figures,
    leaderboard,
  }
}

function ownReferral(it: OwnDetails, now: number): OwnReferral {
  return {
    id: it.id,
    status: it.status,
    friendName: friendNameOf(it, it.referred),
    reason: reasonOf(it, now),
    dateReviewEnds: it.status === 'ENDED' ? null : it.referrerReview.endsAt,
    appealUrl: it.appealUrl,
    reward: sideReward(it, 'referrer', now),
    shared: [...it.shared],
    dateReferralStarted: it.started_at,
    dateConverted: it.converted_at,
    dateReferralEnded: it.ended_at,
  }
}

/** The names of matched fraud rules are for staff only, because they would help fraudsters. */
function reasonOf(it: ReferralDetails, now: number): OwnReferral['reason'] {
  if (it.status === 'ENDED') return 'SUBSCRIPTION_CANCELLED'
  if (it.referrer_moderation === 'DENIED') return 'NOT_APPROVED'
  if (it.referrer_moderation === 'PENDING') return 'MODERATION'
  if (it.status === 'IN_PROGRESS')
    return it.referred_paid_at === null ? 'AWAITING_PAYMENT' : 'NO_USER_IDENTIFIED'
  return (dueAt(it.referrerReward) ?? now) > now ? 'REWARD_SCHEDULED' : null
}
