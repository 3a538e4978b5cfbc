import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

/** How far a tenant's feed goes: events after `removed_position`, up to `last_position`. */
export type FeedRow = { readonly last_position: number; readonly removed_position: number }

// The update changes nothing: it locks the row.
const lock = statement(
  'event_feed.lock',
  `
insert into event_feed as x (tenant_id, last_position, removed_position)
values ($1, 0, 0)
on conflict (tenant_id) do update
set last_position = x.last_position
returning x.last_position, x.removed_position`,
)

/** Locks the feed, so that positions are given by one transaction after the other. */
export async function lockFeed(tx: TenantTx): Promise<FeedRow> {
  const [row] = await tx.rows<FeedRow>(lock, [])
  if (row === undefined) throw new Error('event feed not found after insert')
  return row
}

const read = statement(
  'event_feed.read',
  `
select x.last_position, x.removed_position
from event_feed x
where x.tenant_id = $1`,
)

/** The feed of a tenant without events is empty. */
export async function loadFeed(tx: TenantTx): Promise<FeedRow> {
  const [row] = await tx.rows<FeedRow>(read, [])
  return row ?? { last_position: 0, removed_position: 0 }
}

const save = statement(
  'event_feed.save',
  `
update event_feed x
set last_position = $2,
  removed_position = $3
where x.tenant_id = $1`,
)

/** Stores what a transaction made of the feed that it has locked. */
export function saveFeed(tx: TenantTx, { last_position, removed_position }: FeedRow): void {
  tx.write(save, [last_position, removed_position], 1)
}
