import { countedEnd, type DueSubscription, type Percentage } from '@goodword/domain/counted-bills'
import { entriesBetween } from '@goodword/domain/ledger'
import { insertEntries, ownedEntries } from '../../../store/ledger/entries.ts'
import type { PercentageRow } from '../../../store/ledger/percentages.ts'
import { lockRewards, rewardOf, updateRewards } from '../../../store/ledger/rewards.ts'
import type { Transaction } from '../../foundation/context.ts'

/**
 * The percentages of an account. The end of those whose months are bills follows the bills of its live subscriptions, so
 * that what the API says is what the next bill has.
 */
export async function countPercentages(
  tx: Transaction,
  rows: readonly PercentageRow[],
  subscriptions: readonly DueSubscription[],
): Promise<readonly Percentage[]> {
  const counted = rows.map((row) => {
    const percentage = percentageOf(row)
    const expiresAt = countedEnd(percentage, subscriptions, tx.now) ?? percentage.expiresAt
    return { id: row.id, percentage: { ...percentage, expiresAt }, isMoved: expiresAt !== row.expires_at }
  })
  const moved = new Map(counted.filter((it) => it.isMoved).map((it) => [it.id, it.percentage]))
  if (moved.size > 0) await moveEnds(tx, moved)
  return counted.map((it) => it.percentage)
}

async function moveEnds(
  tx: Transaction,
  ends: ReadonlyMap<PercentageRow['id'], Pick<Percentage, 'expiresAt' | 'billsAfter'>>,
): Promise<void> {
  const locked = await lockRewards(tx, [...ends.keys()])
  const changes = locked
    .filter((row) => row.cancelled_at === null)
    .map((row) => {
      const before = rewardOf(row)
      return { row, before, reward: { ...before, ...ends.get(row.id) } }
    })
  updateRewards(
    tx,
    changes.map(({ row, reward }) => ({
      id: row.id,
      account: row.account_id,
      participant: row.participant_id,
      referral: row.referral_id,
      reward,
    })),
  )
  const entries = changes.flatMap(({ row, before, reward }) =>
    ownedEntries(
      entriesBetween(row.id, before, reward, tx.now),
      { account: row.account_id, rewardId: row.id, reward },
      tx.newId,
    ),
  )
  if (entries.length > 0) insertEntries(tx, entries)
}

export function percentageOf(row: PercentageRow): Percentage {
  return {
    source: row.source,
    rate: row.amount,
    givenAt: row.given_at,
    expiresAt: row.expires_at,
    cancelledAt: null,
    months: row.months,
    billsAfter: row.bills_after,
  }
}
