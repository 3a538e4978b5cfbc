import { type OwnReferral, type Widget, widgetCodeFaults } from '@goodword/contract/pages/widget'
import type { Reason } from '@goodword/domain/referrals/outcome'
import { rateOfReferrer } from '@goodword/domain/rewards/discount'
import { rateToPercent } from '@goodword/domain/values/rate'
import { listAnswer } from '../../frame/http/server/list-page.ts'
import type { FullSettings } from '../../frame/program/program-of.ts'
import { figuresAnswer } from '../../referring/figures/figures-answer.ts'
import type { OwnProgress, OwnReading } from '../../referring/read-own-progress.ts'
import type { ReferralReading } from '../../referring/referrals/read-referrals.ts'
import { dueAt, sideAnswer } from '../../referring/referrals/referral-answer.ts'
import type { DiscountReading } from '../../referring/rewards/read-account-discount.ts'
import { rewardAnswer } from '../../referring/rewards/reward-answer.ts'

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

/** What an unsigned call gets in every case. */
export const silentProgress: Progress = {
  referrals: null,
  rewards: null,
  balances: null,
  discount: null,
  figures: null,
  leaderboard: null,
}

/** What a signed call gets of its user's referrals and the account's rewards. */
export function progressAnswer(
  { referrals, rewards, figures, leaderboard, now }: OwnProgress & { readonly now: number },
  { discount, credits }: DiscountReading,
): Progress {
  return {
    referrals: { ...listAnswer(referrals), referrals: referrals.rows.map((it) => ownReferral(it, now)) },
    rewards: { ...listAnswer(rewards), rewards: rewards.rows.map((it) => rewardAnswer(it, now)) },
    balances: [...credits],
    discount: {
      discountPercentage: rateToPercent(discount.applied),
      referredDiscountPercent: rateToPercent(discount.bySource.REFERRED),
      referrerDiscountPercent: rateToPercent(rateOfReferrer(discount)),
    },
    figures: figuresAnswer(figures),
    leaderboard,
  }
}

function ownReferral(it: OwnReading, now: number): OwnReferral {
  return {
    id: it.id,
    status: it.status,
    friendName: it.friendName,
    reason: reasonOf(it, now),
    dateReviewEnds: it.status === 'ENDED' ? null : it.referrerReview.endsAt,
    appealUrl: it.appealUrl,
    reward: sideAnswer(it.referrerModeration.status, it.referrerReward, now),
    dateReferralStarted: it.startedAt,
    dateConverted: it.convertedAt,
    dateReferralEnded: it.endedAt,
  }
}

/** The names of matched fraud rules are for staff only, because they would help fraudsters. */
function reasonOf(it: ReferralReading, now: number): OwnReferral['reason'] {
  if (it.status === 'ENDED') return 'SUBSCRIPTION_CANCELLED'
  if (it.referrerModeration.status === 'DENIED') return 'NOT_APPROVED'
  if (it.referrerModeration.status === 'PENDING') return 'MODERATION'
  if (it.status === 'IN_PROGRESS') return it.paidAt === null ? 'AWAITING_PAYMENT' : 'NO_USER_IDENTIFIED'
  return (dueAt(it.referrerReward) ?? now) > now ? 'REWARD_SCHEDULED' : null
}
