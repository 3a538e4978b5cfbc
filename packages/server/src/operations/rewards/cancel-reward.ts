import { Refusal } from '@goodword/contract/refusal'
import { type EntryId, type EventId, isUuid, type RewardId, type TenantId } from '@goodword/domain/ids'
import { entriesBetween } from '@goodword/domain/ledger'
import { cancelReward, statusesOf } from '@goodword/domain/reward'
import { insertEntries, ownedEntries } from '../../store/entries.ts'
import { insertEvents } from '../../store/events.ts'
import { lockReward } from '../../store/gifts.ts'
import { retryOnConflict } from '../../store/retry-on-conflict.ts'
import type { ListedRewardRow } from '../../store/reward-list.ts'
import { rewardOf, updateRewards } from '../../store/rewards.ts'
import { inTenant, type TenantTx } from '../../store/tenant-tx.ts'
import { tenantNow } from '../../store/test-clocks.ts'
import type { Timed } from '../lists/page.ts'
import type { RewardDependencies } from './give-reward.ts'
import { type RewardReading, rewardReading } from './reward-reading.ts'

export type CancelReward = (tenantId: TenantId, rewardId: string) => Promise<Timed<RewardReading>>

/**
 * Takes a reward back, what is unspent of it; one that is cancelled already stays as it is.
 *
 * Throws a Refusal REWARD_NOT_FOUND, or REWARD_NOT_CANCELLABLE when it is redeemed or expired.
 */
export function rewardCancellation({ db, now, keys }: RewardDependencies): CancelReward {
  return (tenantId, rewardId) =>
    retryOnConflict(() =>
      inTenant(db, tenantId, async (tx) => {
        const time = await tenantNow(tx, now(tenantId))
        const row = isUuid(rewardId) ? await lockReward(tx, rewardId as RewardId) : null
        if (row === null) {
          const message = 'No reward has this ID. Use an ID from GET rewards.'
          throw new Refusal('REWARD_NOT_FOUND', message, 'rewardId')
        }
        const reward = cancel(tx, row, time, keys.make)
        return { ...rewardReading(row), reward, now: time }
      }),
    )
}

function cancel(
  tx: TenantTx,
  row: ListedRewardRow,
  now: number,
  newId: <Id extends string>(now: number) => Id,
) {
  const before = rewardOf(row)
  if (before.cancelledAt !== null) return before
  const [status] = statusesOf(before, now)
  if (status === 'REDEEMED' || status === 'EXPIRED') {
    const message = `The reward is already ${status.toLowerCase()} and cannot be cancelled.`
    throw new Refusal('REWARD_NOT_CANCELLABLE', message, 'rewardId')
  }
  const reward = cancelReward(before, now)
  const owner = { account: row.account_id, participant: row.participant_id, referral: row.referral_id }
  updateRewards(tx, [{ id: row.id, ...owner, reward }])
  const entries = ownedEntries(
    entriesBetween(row.id, before, reward, now),
    { account: row.account_id, rewardId: row.id, reward },
    () => newId<EntryId>(now),
  )
  if (entries.length > 0) insertEntries(tx, entries, now)
  const about = row.referral_id === null ? {} : { referralId: row.referral_id }
  const outcome = {
    type: 'reward.cancelled',
    reason: 'CANCELLED_BY_HAND',
    account: row.account_id,
    rewardId: row.id,
    ...about,
  } as const
  insertEvents(tx, [{ id: newId<EventId>(now), actor: 'server', outcome }], now)
  return reward
}
