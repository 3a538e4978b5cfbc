import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid, type ReferralId, type TenantId, type UserKey } from '@goodword/domain/values/ids'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { type ListedRewardRow, loadRewardsOfReferrals } from '../rewards/rows/reward-list.ts'
import { type FullUserRow, loadUsersByKey } from '../users/rows/users.ts'
import { type ReviewTimes, reviewTimesOf } from './review-times-of.ts'
import { findReferrals, type ListedReferralRow } from './rows/referral-list.ts'

/** A referral with its people and rewards. */
export type ReferralDetails = ListedReferralRow & {
  readonly referrer: FullUserRow
  /** The first identified user of the friend's account; null before the first identification. */
  readonly referred: FullUserRow | null
  /** When the sides’ time of waiting for staff ends. */
  readonly referrerReview: ReviewTimes
  readonly referredReview: ReviewTimes
  readonly referrerReward: ListedRewardRow | null
  readonly referredReward: ListedRewardRow | null
}

/**
 * Reads a referral and returns the result of `read`.
 *
 * @throws Refusal REFERRAL_NOT_FOUND
 */
export async function readReferral<Answer>(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  read: (tx: Transaction, details: ReferralDetails) => Answer | Promise<Answer>,
): Promise<Answer> {
  const found = isUuid(id)
    ? await ctx.readTenant(tenantId, async (tx) => {
        const [details] = await completeReferrals(tx, await findReferrals(tx, [id as ReferralId]))
        return details === undefined ? null : { answer: await read(tx, details) }
      })
    : null
  if (found !== null) return found.answer
  const message = 'No referral has this ID. Use an ID from GET referrals or from an account.'
  throw new Refusal('REFERRAL_NOT_FOUND', message, 'referralId')
}

/** Adds people and rewards to rows of referrals. */
export async function completeReferrals(
  tx: TenantTx,
  rows: readonly ListedReferralRow[],
): Promise<ReferralDetails[]> {
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
  const rewardOf = new Map(rewards.map((it) => [`${it.referral_id} ${it.source}`, it]))
  return rows.map((row) => {
    const referrer = users.get(row.referring_user_id)
    if (referrer === undefined) throw new Error('a referral has no referrer')
    const { referred_user_id: friend } = row
    return {
      ...row,
      referrer,
      referred: (friend === null ? null : users.get(friend)) ?? null,
      referrerReview: reviewTimes(row, 'referrer'),
      referredReview: reviewTimes(row, 'referred'),
      referrerReward: rewardOf.get(`${row.id} FRIEND_SIGNUP`) ?? null,
      referredReward: rewardOf.get(`${row.id} REFERRED`) ?? null,
    }
  })
}
