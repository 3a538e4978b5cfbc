import type { TenantId } from '@goodword/domain/values/ids'
import { isoTime } from '../../engine/driver/rows.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { lockFeed, saveFeed } from './rows/event-feed.ts'
import { deletePublishedEvents, firstPublishedAt } from './rows/published-events.ts'

const DAY_MS = 86_400_000
/** How long published events are kept, by the machine's clock: moving a test clock deletes none. */
export const KEPT_MS = 30 * DAY_MS

/** Few enough that the publisher does not wait long for the feed. */
const MAX_PIECE = 500
/** A day's events are deleted together. */
const EVERY_MS = DAY_MS

/**
 * Deletes the old published events of a tenant, in pieces. Returns when it is to run again, by the tenant's clock; null if
 * the feed is empty: the next event that is published asks for it.
 */
export async function sweepEvents(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const { deleted, again } = await ctx.writeTenant(tenantId, sweepPiece)
    if (deleted < MAX_PIECE || signal.aborted) return again
  }
}

async function sweepPiece(tx: Transaction): Promise<{ deleted: number; again: number | null }> {
  const feed = await lockFeed(tx)
  const machineNow = tx.now - tx.aheadMs
  const until = isoTime(machineNow - KEPT_MS)
  const positions = await deletePublishedEvents(tx, feed.removed_position, until, MAX_PIECE)
  const removed = positions.reduce((last, it) => Math.max(last, it), feed.removed_position)
  const first = await firstPublishedAt(tx, removed)
  // Positions of events that were only counted have no row.
  saveFeed(tx, { ...feed, removed_position: first === null ? feed.last_position : removed })
  return {
    deleted: positions.length,
    again: first === null ? null : tx.now + Math.max(first + KEPT_MS - machineNow, EVERY_MS),
  }
}
