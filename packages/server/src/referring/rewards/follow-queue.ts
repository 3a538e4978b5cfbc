import { turnPlaces } from '@goodword/domain/bills/queue-turns'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { changeRewards, lockRewards, rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import { moveEnds } from './move-ends.ts'
import { isQueued, loadQueue } from './read-turn.ts'
import { loadBillMonths, loadQueuingAccounts, type PercentageRow } from './rows/percentages.ts'

/** Stands for all accounts: the months that bills have left go on by time, because no payment processor is connected any more. */
export const ALL_QUEUES = ''

const BATCH = 100

/**
 * Stores the ends and places of an account's queued percentages where they follow from their times because no bills are seen, so
 * that lists and balances say what look-ups say. Returns when time changes them again; null for never.
 *
 * @param account empty for all accounts, which get a job each
 */
export async function followQueue(
  ctx: Context,
  tenantId: TenantId,
  account: AccountKey | typeof ALL_QUEUES,
): Promise<number | null> {
  if (account !== ALL_QUEUES) return ctx.writeTenant(tenantId, (tx) => storePlaces(tx, account))
  let last: AccountKey | null = null
  do {
    last = await ctx.writeTenant(tenantId, (tx) => releaseNext(tx, last))
  } while (last !== null)
  return null
}

async function storePlaces(tx: Transaction, account: AccountKey): Promise<number | null> {
  const { rows, dated, billsSeenFrom } = await loadQueue(tx, account)
  if (billsSeenFrom !== null) return null
  const { places, changesAt } = turnPlaces(dated, tx.now)
  const moved = rows.filter(isQueued).flatMap((row) => {
    const place = places.get(row.id)
    if (place === undefined || row.cancelled_at !== null) return []
    const { endsAt: expiresAt, position: queuePosition, turnAt } = place
    const { bills_left: billsLeft } = row
    const isSame = queuePosition === row.queue_position && turnAt === row.turn_at
    if (isSame && expiresAt === row.expires_at) return []
    return [[row.id, { expiresAt, billsLeft, queuePosition, turnAt }] as const]
  })
  await moveEnds(tx, new Map(moved))
  return changesAt
}

async function releaseNext(tx: Transaction, after: AccountKey | null): Promise<AccountKey | null> {
  const accounts = await loadQueuingAccounts(tx, after, BATCH)
  for (const account of accounts) await goOnByTime(tx, account)
  enqueueJobs(
    tx,
    accounts.map((subject) => ({ kind: 'FOLLOW_QUEUE', subject })),
  )
  return accounts.length < BATCH ? null : (accounts.at(-1) ?? null)
}

/** Once for each removal: where bills are counted no more, the count of bills is cleared with it. */
async function goOnByTime(tx: Transaction, account: AccountKey): Promise<void> {
  const { rows } = await loadQueue(tx, account)
  const counted = rows.filter(isQueued).filter((it) => it.bills_left !== null && it.months !== null)
  if (counted.length === 0) return
  const billMonths = await loadBillMonths(tx, account)
  const left = new Map(counted.map((it) => [it.id, monthsLeft(it, billMonths)]))
  const locked = await lockRewards(tx, [...left.keys()])
  changeRewards(
    tx,
    locked.map((row) => {
      const restart = { billsAfter: tx.now, billsLeft: null, monthsLeft: left.get(row.id) ?? null }
      return { row, reward: { ...rewardOf(row), ...restart } }
    }),
  )
}

/** The last of its bills may have been for more months than were left. */
function monthsLeft(row: PercentageRow, billMonths: number): number {
  const { months, bills_left: bills, expires_at: expiresAt } = row
  const most = row.months_left ?? months ?? 0
  const hasBegun = expiresAt !== null
  return bills === 0 ? 0 : hasBegun ? Math.min(most, (bills ?? 0) * billMonths) : most
}
