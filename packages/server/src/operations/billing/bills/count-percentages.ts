import { countedEnd, type DueSubscription, type Percentage } from '@goodword/domain/bills/counted-bills'
import { entriesBetween } from '@goodword/domain/rewards/ledger'
import { insertEntries, ownedEntries } from '../../../store/ledger/entries.ts'
import type { PercentageRow } from '../../../store/ledger/percentages.ts'
import { lockRewards, rewardOf, updateRewards } from '../../../store/ledger/rewards.ts'
import type { Transaction } from '../../foundation/context.ts'

/** The percentages of an account, and those of them whose end is another one than is stored. */
export type CountedPercentages = {
  readonly counted: readonly Percentage[]
  readonly moved: ReadonlyMap<PercentageRow['id'], Percentage>
}

/** The end of percentages whose months are bills follows the bills of the account's live subscriptions. */
export function countPercentages(
  rows: readonly PercentageRow[],
  subscriptions: readonly DueSubscription[],
  now: number,
): CountedPercentages {
  const counted = rows.map((row) => {
    const percentage = percentageOf(row)
    const expiresAt = countedEnd(percentage, subscriptions, now) ?? percentage.expiresAt
    return { row, percentage: { ...percentage, expiresAt } }
  })
  const moved = counted.filter(({ row, percentage }) => percentage.expiresAt !== row.expires_at)
  return {
    counted: counted.map((it) => it.percentage),
    moved: new Map(moved.map(({ row, percentage }) => [row.id, percentage])),
  }
}

/** Stores ends that moved, so that what the API says is what the next bill has. */
export async function moveEnds(tx: Transaction, ends: CountedPercentages['moved']): Promise<void> {
  if (ends.size === 0) return
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
