import type { NotificationOutcome } from '@goodword/domain/payments/notification'
import type { TenantId } from '@goodword/domain/values/ids'
import { byCtid, byKey, deleteByCtid } from '../../engine/driver/by-key.ts'
import type { Database } from '../../engine/driver/database.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { tenantIdsOf } from '../../frame/rows/tenant-ids.ts'
import type { ConnectionId } from './connections.ts'

export type NotificationId = string & { readonly brand: 'NotificationId' }

/** A notification whose signature was right. Times but `sent_at` are the machine's. */
export type NewNotification = {
  readonly id: NotificationId
  readonly connectionId: ConnectionId
  readonly payloadHash: Buffer
  readonly kind: string
  readonly subscriptionId: string | null
  readonly customerId: string | null
  readonly paymentId: string | null
  /** The time by the processor's clock. */
  readonly sentAt: number
  readonly payload: string
  readonly receivedAt: number
}

const insert = statement(
  'processor_notification.insert',
  `
insert into processor_notification (tenant_id, id, connection_id, payload_hash, kind, subscription_id, customer_id,
  sent_at, payload, received_at, payment_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
on conflict (tenant_id, payload_hash) do nothing
returning id`,
)

/** False if the same payload is stored already. */
export async function insertNotification(tx: TenantTx, it: NewNotification): Promise<boolean> {
  const rows = await tx.rows(insert, [
    it.id,
    it.connectionId,
    it.payloadHash,
    it.kind,
    it.subscriptionId,
    it.customerId,
    isoTime(it.sentAt),
    it.payload,
    isoTime(it.receivedAt),
    it.paymentId,
  ])
  return rows.length === 1
}

const known = statement(
  'processor_notification.known',
  `
select x.payload_hash
from unnest($2::bytea[]) as requested(payload_hash)
cross join lateral (
  select y.payload_hash
  from processor_notification y
  where y.tenant_id = $1
    and ${byKey('y.payload_hash', 'requested.payload_hash')}
) as x`,
)

/** Returns those of the hashes that are of stored notifications. */
export async function loadKnownHashes(tx: TenantTx, hashes: readonly Buffer[]): Promise<readonly Buffer[]> {
  const rows = await tx.rows<{ payload_hash: Buffer }>(known, [hashes])
  return rows.map((it) => it.payload_hash)
}

const byId = statement(
  'processor_notification.load',
  `
select x.connection_id, x.subscription_id, x.customer_id, x.payment_id, x.outcome
from processor_notification x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}`,
)

export type NotificationRow = {
  connection_id: ConnectionId
  subscription_id: string | null
  customer_id: string | null
  payment_id: string | null
  outcome: NotificationOutcome | null
}

export type ProcessedNotification = {
  readonly outcome: NotificationOutcome
  readonly customerId: string | null
}

export async function loadNotification(tx: TenantTx, id: NotificationId): Promise<NotificationRow | null> {
  const [row] = await tx.rows<NotificationRow>(byId, [id])
  return row ?? null
}

const finish = statement(
  'processor_notification.finish',
  `
update processor_notification x
set processed_at = $3,
  outcome = $4,
  customer_id = $5
where ${byCtid('processor_notification', byKey('y.id', '$2'))}`,
)

export function finishNotification(
  tx: TenantTx,
  id: NotificationId,
  now: number,
  { outcome, customerId }: ProcessedNotification,
): void {
  tx.write(finish, [id, isoTime(now), outcome, customerId])
}

const seen = statement(
  'processor_notification_kind.see',
  `
insert into processor_notification_kind as x (tenant_id, connection_id, kind, last_seen_at)
values ($1, $2, $3, $4)
on conflict (tenant_id, connection_id, kind) do update
set last_seen_at = excluded.last_seen_at
where excluded.last_seen_at - x.last_seen_at >= interval '1 minute'`,
)

/** Written at most once a minute, so that many notifications at a time do not wait for this row. */
export function seeNotificationKind(tx: TenantTx, id: ConnectionId, kind: string, receivedAt: number): void {
  tx.write(seen, [id, kind, isoTime(receivedAt)])
}

const kinds = statement(
  'processor_notification_kind.list',
  `
select x.kind, x.last_seen_at
from processor_notification_kind x
where x.tenant_id = $1
  and x.connection_id = $2
order by x.kind
limit 100`,
)

export function listNotificationKinds(
  tx: TenantTx,
  id: ConnectionId,
): Promise<{ kind: string; last_seen_at: number }[]> {
  return tx.rows(kinds, [id])
}

const clear = statement(
  'processor_notification.clear_payloads',
  `
update processor_notification x
set payload = null
from (
  select y.ctid as place
  from processor_notification y
  where y.tenant_id = $1
    and y.payload is not null
    and y.received_at <= $2
  order by y.received_at
  limit $3
  for update skip locked
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.id`,
)

/** Clears the payloads of up to `limit` notifications received until a time; returns how many. */
export async function clearPayloads(tx: TenantTx, receivedUntil: number, limit: number): Promise<number> {
  return (await tx.rows(clear, [isoTime(receivedUntil), limit])).length
}

const forget = statement(
  'processor_notification.forget',
  `${deleteByCtid(
    'processor_notification',
    `y.received_at <= $2
  order by y.received_at
  limit $3
  for update skip locked`,
  )}
returning x.id`,
)

/** Deletes up to `limit` notifications received until a time; returns how many. */
export async function deleteNotifications(
  tx: TenantTx,
  receivedUntil: number,
  limit: number,
): Promise<number> {
  return (await tx.rows(forget, [isoTime(receivedUntil), limit])).length
}

const oldOnes = statement(
  'processor_notification.tenants_with_old',
  'select app.tenants_with_old_notifications($3, $4, $1, $2) as tenant_id',
)

/** The tenants with payloads received until one time, or notifications received until another. */
export function tenantsWithOldNotifications(
  db: Database,
  payloadsUntil: number,
  receivedUntil: number,
): AsyncIterable<TenantId> {
  return tenantIdsOf(db, oldOnes, [isoTime(payloadsUntil), isoTime(receivedUntil)])
}
