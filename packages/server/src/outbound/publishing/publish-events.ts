/*
 * THE PUBLISHER
 *
 * Gives the events of a tenant their positions in its feed, and carries out what follows from them: e-mails, statistics,
 * webhook deliveries. It is the job PUBLISH_EVENTS, of which a tenant has one.
 *
 * STATES OF AN EVENT
 *
 *   written -> published -> deleted
 *
 * - Written: the transaction of an operation inserts the event, and its ID into the outbox. Both are committed or neither.
 * - Published: one transaction locks the feed, deletes the IDs from the outbox, inserts the rows of the feed with the next
 *   positions, and runs the consumers. Events of an import get a position and no row: only statistics see them. A changed
 *   balance of several events of a batch becomes events that are computed here (`balance-events.ts`).
 * - Deleted: 30 days after the publication, by the job SWEEP_EVENTS, which locks the same feed.
 *
 * WHO STARTS IT
 *
 * No operation enqueues the job: the row of a job is locked until its transaction ends, so all writes of a tenant would
 * wait for each other. Workers
 * find tenants with rows in the outbox instead (`jobs/publication-pace.ts`: 100 ms after a commit in the same process, and
 * whenever they look at the queue), and start one publisher per tenant before other jobs.
 *
 * WHY POSITIONS ARE GIVEN AFTER THE COMMIT
 *
 * A reader of the feed remembers the last position that it has seen. If positions were given while an event is written, a
 * slow transaction could commit position 7 after a reader has seen 8, and the reader would never see 7. IDs and times have
 * the same defect. So positions are given by one transaction after the other, and only to what is committed: nothing is
 * ever inserted before a position that could be read.
 *
 * TRADES
 *
 * - An event becomes visible 0.1 to 0.5 s after its commit, up to 2 s later if no worker runs in its process, and is
 *   written twice. In return readers need a single number, and no transaction of an operation waits for another one's.
 * - The state that an event shows is read at its publication, and may be newer than the event.
 * - One publisher per tenant limits a tenant's rate to what one transaction after the other publishes. Batches of about
 *   500 events (an outbox row is never split) keep the lock on the feed short.
 * - The order is that of IDs within a batch, not of commits. The feed promises an order that never changes, not one of
 *   time.
 *
 * PROMISES
 *
 * - Exactly once, whatever signals are lost: outbox, feed and consumers change in one transaction. A crash or an error
 *   before the commit undoes all of it, and the next run takes the same events again (after `kill -9` when the lease ends);
 *   after the commit the outbox no longer has them.
 * - Two publishers at once, after a lost lease, do no harm: the second waits for the lock on the feed and finds what is left.
 * - A failing consumer stops the publication of its tenant, not of others. The job is retried with backoff, the
 *   events stay in the outbox, and the metric of the oldest unpublished event shows it.
 * - Nothing outside is called. Consumers create rows and enqueue jobs; those jobs send e-mails and webhooks, at least once.
 *
 * WHEN CHANGING THIS
 *
 * - Take from the outbox only after the feed is locked. The other order allows two publishers to wait for each other.
 * - A consumer must not depend on when it runs, on the machine's state, or on anything it cannot read in the transaction.
 *   Enqueue jobs last: their rows stay locked until the commit.
 * - A new consumer sees only events published from then on. To include the past, it needs a recount, as statistics have.
 */

import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { eventOutbox } from '../../tracking/rows/events/event-outbox.ts'
import { balanceEvents } from '../events/balance-events.ts'
import type { EventConsumer } from '../events/event-consumer.ts'
import { type StoredData, storedDataOf } from '../events/event-data.ts'
import { loadEventState } from '../events/event-state.ts'
import type { EventRow } from '../events/rows/account-events.ts'
import { type FeedRow, lockFeed, saveFeed } from '../events/rows/event-feed.ts'
import { loadEvents } from '../events/rows/event-records.ts'
import { insertPublishedEvents, type PublishedEventRow } from '../events/rows/published-events.ts'
import { KEPT_MS } from '../events/sweep-events.ts'
import { eventConsumers } from './event-consumers.ts'

/** The number of events that are published in one transaction, more or less. */
const BATCH = 500

/**
 * Publishes the events of a tenant that are committed by now, in the order of their IDs: gives each the next position in
 * the tenant's feed, and calls what follows from events. An aborted signal ends it between two transactions.
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
  const [feed, ids] = await Promise.all([lockFeed(tx), eventOutbox.take(tx, BATCH)])
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
  const published = positioned.map(({ position, event, data }) => ({
    position,
    event,
    isPublic: data !== null,
  }))
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

/** Imported events happened elsewhere, and count for statistics alone. */
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
