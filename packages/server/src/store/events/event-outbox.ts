import type { EventId, TenantId } from '@goodword/domain/ids'
import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import { binaryArray } from '../driver/wire-values.ts'

const insert = statement(
  'event_outbox.insert',
  `
insert into event_outbox (tenant_id, id, event_ids, queued_at)
values ($1, $2, $3, now())`,
)

/** The publisher takes whole rows, so a row is not larger than what it takes at a time. */
const MAX_ROW = 500

/** Notes events that the transaction has written as to be published: one narrow row, however many they are. */
export function insertIntoOutbox(tx: TenantTx, ids: readonly EventId[]): void {
  for (let start = 0; start < ids.length; start += MAX_ROW) {
    const some = ids.slice(start, start + MAX_ROW)
    tx.write(insert, [some[0], binaryArray('uuid', some)], 1)
  }
}

const take = statement(
  'event_outbox.take',
  `
delete from event_outbox x
using (
  select w.place
  from (
    select y.ctid as place,
      sum(cardinality(y.event_ids)) over (order by y.id rows between unbounded preceding and 1 preceding) as before
    from (
      select o.ctid, o.id, o.event_ids
      from event_outbox o
      where o.tenant_id = $1
      order by o.id
      limit $2
    ) as y
  ) as w
  where coalesce(w.before, 0) < $2
) as due
where x.tenant_id = $1
  and x.ctid = due.place
returning x.event_ids`,
)

/**
 * Takes the next events out of the outbox, about `most` of them; empty if there are none. The caller has locked the feed,
 * so nothing else takes any.
 */
export async function takeFromOutbox(tx: TenantTx, most: number): Promise<EventId[]> {
  const rows = await tx.rows<{ event_ids: EventId[] }>(take, [most])
  return rows.flatMap((row) => row.event_ids)
}

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
  /** For how long the oldest event has been waiting for its publication; 0 when there is none. */
  readonly oldestMs: number
}

export async function readOutboxStatistics(db: Pick<Database, 'query'>): Promise<OutboxStatistics> {
  const [row] = await db.query<{ events: number; oldest_seconds: number }>(statistics, [])
  return { events: row?.events ?? 0, oldestMs: (row?.oldest_seconds ?? 0) * 1000 }
}
