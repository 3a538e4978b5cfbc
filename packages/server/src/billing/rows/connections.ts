import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

export type ConnectionId = string & { readonly brand: 'ConnectionId' }

/** The connection of a tenant to its payment processor. Times are the machine's; the credentials are sealed for the id of the row. */
export type ConnectionRow = Omit<Tables['processor_connection'], 'id'> & { id: ConnectionId }

const ofTenant = statement(
  'processor_connection.load',
  `
select id, processor, environment, merchant_id, public_key, credentials_box, missing_setup, setup_checked_at,
  last_call_at, last_error_code, last_error_message, last_error_at, connected_at, hook_mark, daily_call_budget, calls_day,
  calls_made, removal_requested_at, removal_leaves_discounts, notifications_until, notifications_read_at,
  discounts_changed_at
from processor_connection
where tenant_id = $1`,
)

/** Null if the tenant is not connected. */
export async function loadConnection(tx: TenantTx): Promise<ConnectionRow | null> {
  const [row] = await tx.rows<ConnectionRow>(ofTenant, [])
  return row ?? null
}

const put = statement(
  'processor_connection.put',
  `
insert into processor_connection (tenant_id, id, processor, environment, merchant_id, public_key, credentials_box,
  missing_setup, setup_checked_at, last_call_at, connected_at, daily_call_budget)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11)
on conflict (tenant_id) do update
set id = excluded.id,
  processor = excluded.processor,
  environment = excluded.environment,
  merchant_id = excluded.merchant_id,
  public_key = excluded.public_key,
  credentials_box = excluded.credentials_box,
  missing_setup = excluded.missing_setup,
  setup_checked_at = excluded.setup_checked_at,
  last_call_at = excluded.last_call_at,
  last_error_code = null,
  last_error_message = null,
  last_error_at = null,
  connected_at = excluded.connected_at,
  removal_requested_at = null,
  removal_leaves_discounts = false,
  notifications_until = case when processor_connection.id = excluded.id then processor_connection.notifications_until end,
  notifications_read_at = case when processor_connection.id = excluded.id then processor_connection.notifications_read_at end,
  daily_call_budget = excluded.daily_call_budget`,
)

export type NewConnection = Pick<
  ConnectionRow,
  'id' | 'processor' | 'environment' | 'merchant_id' | 'public_key' | 'credentials_box' | 'daily_call_budget'
> & { readonly missingSetup: unknown; readonly checkedAt: number; readonly connectedAt: number }

/** Replaces the connection of the tenant, whose credentials have just been checked. */
export function putConnection(tx: TenantTx, it: NewConnection): void {
  const keys = [it.id, it.processor, it.environment, it.merchant_id, it.public_key, it.credentials_box]
  const times = [isoTime(it.checkedAt), isoTime(it.connectedAt)]
  tx.write(put, [...keys, JSON.stringify(it.missingSetup), ...times, it.daily_call_budget], 1)
}

const setup = statement(
  'processor_connection.set_up',
  `
update processor_connection
set missing_setup = $3,
  setup_checked_at = $4
where tenant_id = $1
  and id = $2`,
)

/** Stores the findings of a check. A connection that was replaced meanwhile stays as it is. */
export function recordSetup(tx: TenantTx, id: ConnectionId, missingSetup: unknown, checkedAt: number): void {
  tx.write(setup, [id, JSON.stringify(missingSetup), isoTime(checkedAt)])
}

const credentials = statement(
  'processor_connection.set_credentials',
  `
update processor_connection
set credentials_box = $3
where tenant_id = $1
  and id = $2`,
)

/** Replaces the sealed credentials of a connection. A connection that was replaced meanwhile stays as it is. */
export function recordCredentials(tx: TenantTx, id: ConnectionId, box: Buffer): void {
  tx.write(credentials, [id, box])
}

const lockHealth = statement(
  'processor_connection.lock_health',
  `
select x.last_error_code, x.missing_setup
from processor_connection x
where x.tenant_id = $1
  and x.id = $2
for update`,
)

export type ConnectionHealth = Pick<ConnectionRow, 'last_error_code' | 'missing_setup'>

/** Null if the connection was replaced or removed. */
export async function lockConnectionHealth(tx: TenantTx, id: ConnectionId): Promise<ConnectionHealth | null> {
  const [row] = await tx.rows<ConnectionHealth>(lockHealth, [id])
  return row ?? null
}

const findings = statement(
  'processor_connection.set_findings',
  `
update processor_connection
set missing_setup = $3
where tenant_id = $1
  and id = $2`,
)

/** Stores the findings of a call, without a check. */
export function recordFindings(tx: TenantTx, id: ConnectionId, missingSetup: unknown): void {
  tx.write(findings, [id, JSON.stringify(missingSetup)])
}

const called = statement(
  'processor_connection.called',
  `
update processor_connection
set last_call_at = $3,
  last_error_code = $4,
  last_error_message = $5,
  last_error_at = $6
where tenant_id = $1
  and id = $2
  and (last_error_code is distinct from $4 or last_call_at <= $3::timestamptz - interval '1 minute')`,
)

export type CallError = { readonly code: string; readonly message: string }

/**
 * Notes how a call to the processor went; a success clears the error. The same outcome is written at most once a minute,
 * so that many calls at a time do not wait for this row.
 */
export function recordCall(tx: TenantTx, id: ConnectionId, now: number, error: CallError | null): void {
  const failure = [error?.code ?? null, error?.message ?? null, error === null ? null : isoTime(now)]
  tx.write(called, [id, isoTime(now), ...failure])
}

const addCalls = statement(
  'processor_connection.add_calls',
  `
update processor_connection
set calls_made = $4 + case when calls_day = $3 then calls_made else 0 end,
  calls_day = $3
where tenant_id = $1
  and id = $2`,
)

/** Counts calls to the processor to a day, `YYYY-MM-DD`. */
export function countCalls(tx: TenantTx, id: ConnectionId, day: string, calls: number): void {
  if (calls > 0) tx.write(addCalls, [id, day, calls])
}

const setHook = statement(
  'processor_connection.set_hook',
  `
update processor_connection
set hook_mark = $3
where tenant_id = $1
  and id = $2`,
)

/** Notes the secret key of the notification URL that the processor calls. */
export function recordHook(tx: TenantTx, id: ConnectionId, mark: string): void {
  tx.write(setHook, [id, mark])
}

const read = statement(
  'processor_connection.set_notifications_read',
  `
update processor_connection
set notifications_until = $3,
  notifications_read_at = $4
where tenant_id = $1
  and id = $2`,
)

/** Notes until when the processor's notifications were read there; null if it had none. */
export function recordNotificationsRead(
  tx: TenantTx,
  id: ConnectionId,
  until: number | null,
  readAt: number,
): void {
  tx.write(read, [id, isoTime(until), isoTime(readAt)])
}

const discountsChanged = statement(
  'processor_connection.set_discounts_changed',
  `
update processor_connection
set discounts_changed_at = $3
where tenant_id = $1
  and id = $2`,
)

/** Notes that a discount of the program was changed by hand at the processor. */
export function recordDiscountsChanged(tx: TenantTx, id: ConnectionId, now: number): void {
  tx.write(discountsChanged, [id, isoTime(now)])
}

const removal = statement(
  'processor_connection.request_removal',
  `
update processor_connection
set removal_requested_at = coalesce(removal_requested_at, $2),
  removal_leaves_discounts = $3
where tenant_id = $1
returning processor, merchant_id`,
)

/** Notes that the connection is to be removed once that is done at the processor, and locks it. Null if there is none. */
export async function requestRemoval(
  tx: TenantTx,
  now: number,
  leavesDiscounts: boolean,
): Promise<RemovedRow | null> {
  const [row] = await tx.rows<RemovedRow>(removal, [isoTime(now), leavesDiscounts])
  return row ?? null
}

export type RemovedRow = Pick<ConnectionRow, 'processor' | 'merchant_id'>

const lockRemoval = statement(
  'processor_connection.lock_removal',
  `
select x.removal_requested_at, x.removal_leaves_discounts
from processor_connection x
where x.tenant_id = $1
for update`,
)

export type RequestedRemoval = { readonly requestedAt: number; readonly leavesDiscounts: boolean }

/** Returns what removal of the connection was requested, and locks it; null if none was. */
export async function lockRequestedRemoval(tx: TenantTx): Promise<RequestedRemoval | null> {
  type Row = Pick<ConnectionRow, 'removal_requested_at' | 'removal_leaves_discounts'>
  const [row] = await tx.rows<Row>(lockRemoval, [])
  const requestedAt = row?.removal_requested_at ?? null
  return row === undefined || requestedAt === null
    ? null
    : { requestedAt, leavesDiscounts: row.removal_leaves_discounts }
}

const remove = statement(
  'processor_connection.delete',
  `
delete from processor_connection
where tenant_id = $1
returning processor, merchant_id`,
)

/** Null if there was none. */
export async function deleteConnection(tx: TenantTx): Promise<RemovedRow | null> {
  const [row] = await tx.rows<RemovedRow>(remove, [])
  return row ?? null
}
