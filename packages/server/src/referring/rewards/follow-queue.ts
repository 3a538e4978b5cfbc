import { turnPlaces } from '@goodword/domain/bills/queue-turns'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { moveEnds } from './move-ends.ts'
import { isQueued, loadQueue } from './read-turn.ts'

/** Stands for all accounts among the subjects of its jobs, when no payment processor is connected any more. */
export const ALL_QUEUES = ''

/**
 * Stores the ends and places of an account's queued percentages where they follow from their times because no bills are seen, so
 * that lists and balances say what look-ups say. Returns when time changes them again; null for never.
 */
export function followQueue(ctx: Context, tenantId: TenantId, account: AccountKey): Promise<number | null> {
  return ctx.writeTenant(tenantId, (tx) => storePlaces(tx, account))
}

async function storePlaces(tx: Transaction, account: AccountKey): Promise<number | null> {
  const { rows, dated, billsSeenFrom } = await loadQueue(tx, account)
  if (billsSeenFrom !== null) return null
  const { places, changesAt } = turnPlaces(dated, tx.now)
  const moved = rows.filter(isQueued).flatMap((row) => {
    const place = places.get(row.id)
    if (place === undefined || row.cancelled_at !== null) return []
    const { endsAt: expiresAt, position: queuePosition, turnAt } = place
    const { bills_left: billsLeft, months_left: left } = row
    // Bills from before it was given say nothing of it.
    const monthsLeft = billsLeft === null ? (left ?? row.months) : left
    const isSame = queuePosition === row.queue_position && turnAt === row.turn_at && monthsLeft === left
    if (isSame && expiresAt === row.expires_at) return []
    return [[row.id, { expiresAt, billsLeft, queuePosition, turnAt, monthsLeft }] as const]
  })
  await moveEnds(tx, new Map(moved))
  return changesAt
}
