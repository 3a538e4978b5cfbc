import type { DeliveryState } from '@goodword/domain/outbound/webhook-retry'
import type { DeliveryId, ReceiverId } from '@goodword/domain/values/ids'
import { byCtid, byKey, deleteByCtid } from '../../../engine/driver/by-key.ts'
import { columnList, isoTime, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type Filter, type FilterOf, list } from '../../../engine/lists/list.ts'
import { addedInTime, withId } from '../../../engine/lists/list-filters.ts'
import { type Page, type PageRequest, readPage } from '../../../engine/lists/list-page.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** An event for a receiver. `next_attempt_at` is the machine's time. */
export type DeliveryRow = Tables['webhook_delivery']

const insert = rowInsert('webhook_delivery', {
  onConflict: 'on conflict (tenant_id, event_id, receiver_id) do nothing',
})

/** Adds deliveries; one for an event and a receiver that have one already is left out. */
export function insertDeliveries(tx: TenantTx, rows: readonly RowOf<'webhook_delivery'>[]): void {
  if (rows.length > 0) sendRows(tx, insert, rows)
}

type OfReceiver = { readonly id: ReceiverId; readonly state?: DeliveryState | undefined }

const someReceiver = '019c13ec-9e00-7000-854b-b3ee23565fa4' as ReceiverId

// A state may be that of few among a million deliveries, so it has an index with the receiver.
const ofReceiver: Filter<OfReceiver> = {
  conditions: ({ id, state }) =>
    state === undefined
      ? [
          {
            sql: 'x.receiver_id between ?::uuid and ?::uuid',
            values: [id, id],
            index: { column: 'x.receiver_id', isById: true },
          },
        ]
      : [
          { sql: 'x.receiver_id = ?::uuid', values: [id] },
          {
            sql: 'x.state between ?::text and ?::text',
            values: [state, state],
            index: { column: 'x.state', isById: true },
          },
        ],
  samples: { alone: [{ id: someReceiver }, { id: someReceiver, state: 'FAILED' }] },
}

const deliveryList = list({
  name: 'webhook_delivery.list',
  select: columnList('x', 'webhook_delivery'),
  table: 'webhook_delivery',
  alias: 'x',
  joins: '',
  filters: { receiver: ofReceiver, eventId: withId('x.event_id'), dateCreated: addedInTime('x') },
  hasOldestFirst: true,
})

export type DeliveryFilter = FilterOf<typeof deliveryList>

/** The deliveries to a receiver; with a state those in it. */
export function listDeliveries(
  tx: TenantTx,
  filter: DeliveryFilter & { readonly receiver: OfReceiver },
  now: number,
  request: PageRequest,
): Promise<Page<DeliveryRow>> {
  return readPage(tx, deliveryList, filter, now, request)
}

const byId = statement(
  'webhook_delivery.load',
  `
select ${columnList('x', 'webhook_delivery')}
from webhook_delivery x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}`,
)

export async function loadDelivery(tx: TenantTx, id: DeliveryId): Promise<DeliveryRow | null> {
  const [row] = await tx.rows<DeliveryRow>(byId, [id])
  return row ?? null
}

const lock = statement('webhook_delivery.lock', `${byId.text}\nfor update`)

/** Keeps a delivery as it is until the end of the transaction. */
export async function lockDelivery(tx: TenantTx, id: DeliveryId): Promise<DeliveryRow | null> {
  const [row] = await tx.rows<DeliveryRow>(lock, [id])
  return row ?? null
}

const pendingTest = statement(
  'webhook_delivery.pending_test',
  `
select ${columnList('x', 'webhook_delivery')}
from webhook_delivery x
where x.tenant_id = $1
  and x.state = 'PENDING'
  and x.position is null
  and ${byKey('x.receiver_id', '$2')}
limit 1`,
)

/** The test that is pending for a receiver; null without one. */
export async function findPendingTest(tx: TenantTx, receiverId: ReceiverId): Promise<DeliveryRow | null> {
  const [row] = await tx.rows<DeliveryRow>(pendingTest, [receiverId])
  return row ?? null
}

const due = statement(
  'webhook_delivery.due',
  `
select ${columnList('x', 'webhook_delivery')}
from webhook_delivery x
where x.tenant_id = $1
  and x.receiver_id = $2
  and x.state = 'PENDING'
  and x.next_attempt_at <= $3
order by x.next_attempt_at
limit $4`,
)

/** The deliveries to a receiver that are due, those first that have been due for longest. */
export function dueDeliveries(
  tx: TenantTx,
  receiverId: ReceiverId,
  now: number,
  most: number,
): Promise<DeliveryRow[]> {
  return tx.rows<DeliveryRow>(due, [receiverId, isoTime(now), most])
}

/** When the next delivery to a receiver is due; null if none is pending. */
export async function nextAttemptAt(tx: TenantTx, receiverId: ReceiverId): Promise<number | null> {
  const [row] = await tx.rows<Pick<DeliveryRow, 'next_attempt_at'>>(due, [receiverId, 'infinity', 1])
  return row?.next_attempt_at ?? null
}

// The delivery is locked, so its place does not change.
const settle = statement(
  'webhook_delivery.settle',
  `
update webhook_delivery x
set state = $3,
  attempts = $4,
  next_attempt_at = $5
where ${byCtid('webhook_delivery', byKey('y.id', '$2'))}`,
)

export type DeliveryProgress = {
  readonly id: DeliveryId
  readonly state: DeliveryState
  readonly attempts: number
  readonly nextAttemptAt: number | null
}

/** Stores how far a locked delivery has got. */
export function settleDelivery(tx: TenantTx, { id, state, attempts, nextAttemptAt }: DeliveryProgress): void {
  tx.write(settle, [id, state, attempts, isoTime(nextAttemptAt)], 1)
}

// By the age alone: the receiver is one of few, and the order leaves the planner one index.
const inPeriod = `from webhook_delivery y
  where y.tenant_id = $1
    and y.created_at between $3 and $4
    and y.receiver_id = $2
    and y.state = $5
  order by y.created_at`

const count = statement(
  'webhook_delivery.count_in_period',
  `
select count(*) as deliveries
from (
  select
  ${inPeriod}
  limit $6
) as matching`,
)

export type DeliveryPeriod = {
  readonly receiverId: ReceiverId
  /** Both inclusive, by the tenant's clock. */
  readonly from: number
  readonly to: number
  readonly state: DeliveryState
}

const periodValues = ({ receiverId, from, to, state }: DeliveryPeriod) => [
  receiverId,
  isoTime(from),
  isoTime(to),
  state,
]

/** How many deliveries a period has, counted up to `most`. */
export async function countInPeriod(tx: TenantTx, period: DeliveryPeriod, most: number): Promise<number> {
  const [row] = await tx.rows<{ deliveries: number }>(count, [...periodValues(period), most])
  return row?.deliveries ?? 0
}

const restart = statement(
  'webhook_delivery.restart_in_period',
  `
update webhook_delivery x
set state = 'PENDING',
  attempts = 0,
  next_attempt_at = $7
from (
  select y.ctid as place
  ${inPeriod}
  limit $6
  for update
) as asked
where x.tenant_id = $1
  and x.ctid = asked.place
returning x.id`,
)

/** Makes the deliveries of a period due at a time, `most` at most; returns how many. */
export async function restartInPeriod(
  tx: TenantTx,
  period: DeliveryPeriod,
  most: number,
  dueAt: number,
): Promise<number> {
  return (await tx.rows(restart, [...periodValues(period), most, isoTime(dueAt)])).length
}

const remove = statement(
  'webhook_delivery.remove',
  `${deleteByCtid(
    'webhook_delivery',
    `y.created_at <= $2
  order by y.created_at
  limit $3
  for update`,
  )}
returning x.id`,
)

/** Deletes deliveries created until a time, `most` at most; returns their IDs. */
export async function deleteDeliveries(tx: TenantTx, until: number, most: number): Promise<DeliveryId[]> {
  const rows = await tx.rows<Pick<DeliveryRow, 'id'>>(remove, [isoTime(until), most])
  return rows.map((row) => row.id)
}

const oldest = statement(
  'webhook_delivery.oldest',
  `
select x.created_at
from webhook_delivery x
where x.tenant_id = $1
order by x.created_at
limit 1`,
)

/** When the oldest delivery was created; null if there is none. */
export async function oldestDelivery(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<Pick<DeliveryRow, 'created_at'>>(oldest, [])
  return row?.created_at ?? null
}
