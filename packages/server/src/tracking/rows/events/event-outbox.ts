import type { EventId, TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../../../engine/driver/database.ts'
import { outbox } from '../../../engine/driver/outbox.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** Events that are not published yet. The publisher takes them while it has locked the feed, so nothing else takes any. */
export const eventOutbox = outbox<EventId>('event_outbox', 'event_ids')

const first = statement(
  'event_outbox.first',
  `
select x.id
from event_outbox x
where x.tenant_id = $1
order by x.id
limit 1`,
)

export async function hasUnpublishedEvents(tx: TenantTx): Promise<boolean> {
  return (await tx.rows(first, [])).length > 0
}

const tenants = statement(
  'event_outbox.tenants',
  'select t.tenant_id, t.is_due from app.tenants_with_unpublished_events($1, $2) as t',
)

const MAX_TENANTS = 100

export type UnpublishedTenants = {
  /** Tenants whose publisher can be started. */
  readonly due: readonly TenantId[]
  /** The last tenant that was looked at; empty when the next round begins. */
  readonly last: string
}

/** The next tenants after one, in the order of their names, that have events to publish. */
export async function findUnpublishedTenants(
  db: Pick<Database, 'query'>,
  after: string,
): Promise<UnpublishedTenants> {
  const rows = await db.query<{ tenant_id: TenantId; is_due: boolean }>(tenants, [after, MAX_TENANTS])
  return {
    due: rows.filter((row) => row.is_due).map((row) => row.tenant_id),
    last: rows.length < MAX_TENANTS ? '' : (rows.at(-1)?.tenant_id ?? ''),
  }
}

const statistics = statement(
  'event_outbox.statistics',
  'select s.events, s.oldest_seconds from app.unpublished_event_statistics() as s',
)

export type OutboxStatistics = {
  /** The number of unpublished events of the whole database. */
  readonly events: number
  /** The milliseconds for which the oldest event has been waiting for its publication; 0 when there is none. */
  readonly oldestMs: number
}

export async function readOutboxStatistics(db: Pick<Database, 'query'>): Promise<OutboxStatistics> {
  const [row] = await db.query<{ events: number; oldest_seconds: number }>(statistics, [])
  return { events: row?.events ?? 0, oldestMs: (row?.oldest_seconds ?? 0) * 1000 }
}
