import type { FraudSignal } from '@goodword/domain/fraud/fraud'
import type { Moderation, ReferralStatus } from '@goodword/domain/referrals/account'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ReferralId, TenantId, UserKey } from '@goodword/domain/values/ids'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Context } from '../../frame/context.ts'
import type { Timed } from '../../frame/page.ts'
import { moderationIn } from '../../tracking/rows/referrals.ts'
import { type RewardReading, rewardReading } from '../rewards/reward-reading.ts'
import { loadRewardsOfReferrals } from '../rewards/rows/reward-list.ts'
import { loadUsersByKey } from '../users/rows/users.ts'
import { type UserReading, userReading } from '../users/user-reading.ts'
import { friendNameOf } from './friend-name.ts'
import { type ReviewTimes, reviewTimesOf } from './review-times-of.ts'
import { findReferrals, type ListedReferralRow } from './rows/referral-list.ts'

/** A referral with its people and rewards. */
export type ReferralReading = {
  readonly id: ReferralId
  readonly code: ReferralCode
  readonly status: ReferralStatus
  readonly referrer: UserReading
  readonly referredAccountId: AccountId
  /** The first identified user of the friend's account; null before the first identification. */
  readonly referred: UserReading | null
  /** The name of the friend as the referrer may see it. */
  readonly friendName: PresentableName | null
  readonly referrerModeration: Moderation
  readonly referredModeration: Moderation
  /** When the sides’ time of waiting for staff ends. */
  readonly referrerReview: ReviewTimes
  readonly referredReview: ReviewTimes
  readonly isByHand: boolean
  /** A code of the server took its place. */
  readonly isReplaced: boolean
  readonly referrerReward: RewardReading | null
  readonly referredReward: RewardReading | null
  readonly signals: readonly FraudSignal[]
  readonly startedAt: number
  readonly paidAt: number | null
  readonly convertedAt: number | null
  /** When unsigned browser calls reported the payment; null once it is confirmed. */
  readonly unconfirmedAt: number | null
  readonly endedAt: number | null
}

export function readReferral(
  ctx: Context,
  tenantId: TenantId,
  id: ReferralId,
): Promise<Timed<ReferralReading> | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [reading] = await completeReferrals(tx, await findReferrals(tx, [id]))
    return reading === undefined ? null : { ...reading, now: tx.now }
  })
}

/** Adds people and rewards to rows of referrals. */
export async function completeReferrals(
  tx: TenantTx,
  rows: readonly ListedReferralRow[],
): Promise<ReferralReading[]> {
  const keys = rows.flatMap((row): UserKey[] =>
    row.referred_user_id === null ? [row.referring_user_id] : [row.referring_user_id, row.referred_user_id],
  )
  const [reviewTimes, users, rewards] = await Promise.all([
    reviewTimesOf(tx, rows),
    loadUsersByKey(tx, [...new Set(keys)]),
    loadRewardsOfReferrals(
      tx,
      rows.map((row) => row.id),
    ),
  ])
  const rewardOf = new Map(rewards.map((it) => [`${it.referral_id} ${it.source}`, rewardReading(it)]))
  return rows.map((row) => {
    const referrer = users.get(row.referring_user_id)
    if (referrer === undefined) throw new Error('a referral has no referrer')
    const referred = row.referred_user_id === null ? undefined : users.get(row.referred_user_id)
    return {
      id: row.id,
      code: row.code,
      status: row.status,
      referrer: userReading(referrer),
      referredAccountId: row.referred_account,
      referred: referred === undefined ? null : userReading(referred),
      friendName: friendNameOf(row, referred),
      referrerModeration: moderationIn(row, 'referrer'),
      referredModeration: moderationIn(row, 'referred'),
      referrerReview: reviewTimes(row, 'referrer'),
      referredReview: reviewTimes(row, 'referred'),
      isByHand: row.is_by_hand,
      isReplaced: row.is_replaced,
      referrerReward: rewardOf.get(`${row.id} FRIEND_SIGNUP`) ?? null,
      referredReward: rewardOf.get(`${row.id} REFERRED`) ?? null,
      signals: row.signals,
      startedAt: row.started_at,
      paidAt: row.referred_paid_at,
      convertedAt: row.converted_at,
      unconfirmedAt: row.unconfirmed_at,
      endedAt: row.ended_at,
    }
  })
}
