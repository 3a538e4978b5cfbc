import { entriesBetween } from '@goodword/domain/rewards/ledger'
import type { Reward } from '@goodword/domain/rewards/reward'
import type { EventId, RewardId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertEntries, ownedEntries } from '../../tracking/rows/ledger/entries.ts'
import { changeRewards, lockRewards, rewardOf } from '../../tracking/rows/ledger/rewards.ts'

/** Ends of percentages that are others than are stored, with their places in the queue. */
export type MovedEnds = ReadonlyMap<
  RewardId,
  Pick<Reward, 'expiresAt' | 'billsLeft' | 'queuePosition' | 'turnAt'> & Partial<Pick<Reward, 'monthsLeft'>>
>

/** Stores ends that moved, so that what the API says is what the next bill has. */
export async function moveEnds(tx: Transaction, ends: MovedEnds): Promise<void> {
  if (ends.size === 0) return
  const locked = await lockRewards(tx, [...ends.keys()])
  const changes = locked
    .filter((row) => row.cancelled_at === null)
    .map((row) => {
      const before = rewardOf(row)
      return { row, before, reward: { ...before, ...ends.get(row.id) } }
    })
  changeRewards(tx, changes)
  const entries = changes.flatMap(({ row, before, reward }) =>
    ownedEntries(
      entriesBetween(row.id, before, reward, tx.now),
      { account: row.account_id, rewardId: row.id, reward },
      tx.newId,
    ),
  )
  if (entries.length > 0) insertEntries(tx, entries)
  const queued = changes.filter(
    ({ before, reward }) => before.queuePosition === null && (reward.queuePosition ?? 0) > 0,
  )
  if (queued.length > 0)
    insertEvents(
      tx,
      queued.map(({ row: { id: rewardId, account_id: account } }) => ({
        id: tx.newId<EventId>(),
        actor: 'service',
        outcome: { type: 'reward.queued', reason: 'OTHERS_COME_FIRST', account, rewardId },
      })),
    )
}
