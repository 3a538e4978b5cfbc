import type { TenantId } from '@goodword/domain/ids'
import type { EventRow } from '../../../store/events/account-events.ts'
import { type FeedRow, lockFeed, saveFeed } from '../../../store/events/event-feed.ts'
import { takeFromOutbox } from '../../../store/events/event-outbox.ts'
import { insertPublishedEvents, type PublishedEventRow } from '../../../store/events/published-events.ts'
import { loadEvents } from '../../../store/outward/event-records.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { balanceEvents } from '../events/balance-events.ts'
import { completeEnvelopes } from '../events/complete-envelopes.ts'
import type { EventConsumer } from '../events/event-consumer.ts'
import { type StoredData, storedDataOf } from '../events/event-data.ts'
import { loadEventState } from '../events/event-state.ts'
import { KEPT_MS } from '../events/sweep-events.ts'
import { eventConsumers } from './event-consumers.ts'

/** About so many events are published in one transaction. */
const BATCH = 500

/**
 * Publishes the events of a tenant that are committed by now, in the order of their IDs: gives each the next position in
 * the tenant's feed, and calls what follows from events. An aborted signal ends it between two transactions.
 *
 * An event becomes visible with its commit, in an order that has nothing to do with IDs; positions are given after that, by
 * one publisher at a time, so nothing is ever added before a position that has been read.
 */
export async function publishEvents(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
  consumers: readonly EventConsumer[] = eventConsumers,
): Promise<void> {
  let taken = BATCH
  while (taken >= BATCH && !signal.aborted)
    taken = await ctx.writeTenant(tenantId, (tx) => publishBatch(tx, consumers))
}

/** Everything in one transaction: the outbox loses what the feed gets. Returns how many events it took. */
async function publishBatch(tx: Transaction, consumers: readonly EventConsumer[]): Promise<number> {
  const [feed, ids] = await Promise.all([lockFeed(tx), takeFromOutbox(tx, BATCH)])
  if (ids.length === 0) return 0
  const events = await loadEvents(tx, ids)
  const positioned = (await publishedData(tx, events)).map((it, index) => ({
    ...it,
    position: feed.last_position + 1 + index,
  }))
  const rows = positioned.flatMap(({ position, event, data }): PublishedEventRow[] =>
    data === null ? [] : [publishedRow(tx, position, event, data)],
  )
  insertPublishedEvents(
    tx,
    rows.map((row) => ({ ...row, data: JSON.stringify(row.data) })),
  )
  saveFeed(tx, { ...feed, last_position: feed.last_position + positioned.length })
  const envelopes = await completeEnvelopes(tx, rows)
  const byPosition = new Map(envelopes.map((it) => [it.version, it]))
  const published = positioned.map(({ position, event }) => {
    return { position, event, envelope: byPosition.get(position) ?? null }
  })
  for (const consume of consumers) await consume(tx, published)
  if (isEmpty(feed)) enqueueJob(tx, { kind: 'SWEEP_EVENTS', subject: '', dueAt: tx.now + KEPT_MS })
  return ids.length
}

type Published = { readonly event: EventRow; readonly data: StoredData | null }

async function publishedData(tx: Transaction, events: readonly EventRow[]): Promise<readonly Published[]> {
  const news = events.filter((it) => !isImported(it))
  const state = await loadEventState(tx, news)
  const own = events.filter((it) => it.type !== 'reward.balance.changed')
  return [
    ...own.map((event) => ({ event, data: isImported(event) ? null : storedDataOf(event, state) })),
    ...balanceEvents(tx, news, state),
  ]
}

/** What happened elsewhere and was imported counts for statistics alone. */
function isImported({ actor }: EventRow): boolean {
  return actor === 'import'
}

function publishedRow(
  { now, aheadMs }: Transaction,
  position: number,
  event: EventRow,
  data: StoredData,
): PublishedEventRow {
  const { id, type, reason, account_id, created_at } = event
  return { position, event_id: id, type, reason, account_id, data, created_at, published_at: now - aheadMs }
}

/** Nothing in the feed is to be deleted one day, so no job for that is in the queue. */
function isEmpty({ last_position, removed_position }: FeedRow): boolean {
  return last_position === removed_position
}
