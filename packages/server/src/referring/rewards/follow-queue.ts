import { turnPlaces } from '@goodword/domain/bills/queue-turns'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { moveEnds } from './move-ends.ts'
import { isQueued, loadQueue } from './read-turn.ts'
import { loadQueuingAccounts } from './rows/percentages.ts'

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
    const { endsAt, position } = place
    if (endsAt === row.expires_at && position === row.queue_position) return []
    return [[row.id, { expiresAt: endsAt, billsLeft: row.bills_left, queuePosition: position }] as const]
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

async function goOnByTime(tx: Transaction, account: AccountKey): Promise<void> {
  const { rows } = await loadQueue(tx, account)
  const left = rows.filter(isQueued).filter((it) => it.bills_left !== null && it.bills_left > 0)
  const moved = left.map(
    ({ id, expires_at: expiresAt, bills_left: billsLeft, queue_position: queuePosition }) =>
      [id, { expiresAt, billsLeft, queuePosition, billsAfter: tx.now }] as const,
  )
  await moveEnds(tx, new Map(moved))
}
