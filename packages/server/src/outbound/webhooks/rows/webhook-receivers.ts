import type { ReceiverId } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../../engine/lists/list.ts'
import { type Page, type PageRequest, readPage } from '../../../engine/lists/list-page.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A URL of the tenant that events are sent to. `types` are names of event types; none stands for all. */
export type ReceiverRow = Omit<Tables['webhook_receiver'], 'types'> & { readonly types: readonly string[] }

const insert = statement(
  'webhook_receiver.insert',
  `
insert into webhook_receiver (tenant_id, id, url, types, description, includes_personal_data, disabled_reason, secret_box,
  previous_secret_box, previous_secret_until, rotated_at, failing_since, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
)

const update = statement(
  'webhook_receiver.update',
  `
update webhook_receiver x
set url = $3,
  types = $4,
  description = $5,
  includes_personal_data = $6,
  disabled_reason = $7,
  secret_box = $8,
  previous_secret_box = $9,
  previous_secret_until = $10,
  rotated_at = $11,
  failing_since = $12
where x.tenant_id = $1
  and x.id = $2`,
)

/** Fails with a unique violation if another receiver has the URL. */
export function insertReceiver(tx: TenantTx, receiver: ReceiverRow): void {
  tx.write(insert, [...changeableValues(receiver), isoTime(receiver.created_at)], 1)
}

/** Replaces a receiver, which must exist, as a whole. */
export function updateReceiver(tx: TenantTx, receiver: ReceiverRow): void {
  tx.write(update, changeableValues(receiver), 1)
}

function changeableValues(row: ReceiverRow): unknown[] {
  return [
    row.id,
    row.url,
    JSON.stringify(row.types),
    row.description,
    row.includes_personal_data,
    row.disabled_reason,
    row.secret_box,
    row.previous_secret_box,
    isoTime(row.previous_secret_until),
    isoTime(row.rotated_at),
    isoTime(row.failing_since),
  ]
}

const receiverList = list({
  name: 'webhook_receiver.list',
  select: columnList('x', 'webhook_receiver'),
  table: 'webhook_receiver',
  alias: 'x',
  joins: '',
  filters: {},
})

export function listReceivers(
  tx: TenantTx,
  filter: FilterOf<typeof receiverList>,
  now: number,
  request: PageRequest,
): Promise<Page<ReceiverRow>> {
  return readPage(tx, receiverList, filter, now, request)
}

const all = statement(
  'webhook_receiver.all',
  `
select ${columnList('x', 'webhook_receiver')}
from webhook_receiver x
where x.tenant_id = $1
order by x.id
limit 100`,
)

/** The receivers of the tenant, oldest first. */
export function allReceivers(tx: TenantTx): Promise<ReceiverRow[]> {
  return tx.rows<ReceiverRow>(all, [])
}

const byId = statement(
  'webhook_receiver.load',
  `
select ${columnList('x', 'webhook_receiver')}
from webhook_receiver x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}`,
)

export async function loadReceiver(tx: TenantTx, id: ReceiverId): Promise<ReceiverRow | null> {
  const [row] = await tx.rows<ReceiverRow>(byId, [id])
  return row ?? null
}

const lock = statement('webhook_receiver.lock', `${byId.text}\nfor update`)

/** Keeps a receiver as it is until the end of the transaction. */
export async function lockReceiver(tx: TenantTx, id: ReceiverId): Promise<ReceiverRow | null> {
  const [row] = await tx.rows<ReceiverRow>(lock, [id])
  return row ?? null
}

const remove = statement(
  'webhook_receiver.delete',
  `
delete from webhook_receiver x
where x.tenant_id = $1
  and x.id = $2`,
)

export function deleteReceiver(tx: TenantTx, id: ReceiverId): void {
  tx.write(remove, [id], 1)
}

const failing = statement(
  'webhook_receiver.failing',
  `
update webhook_receiver x
set failing_since = $3
where x.tenant_id = $1
  and x.id = $2
  and (x.failing_since is null) <> ($3::timestamptz is null)`,
)

/** Notes the first failure after a success, or a success after failures; changes nothing otherwise. */
export function setFailingSince(tx: TenantTx, id: ReceiverId, since: number | null): void {
  tx.write(failing, [id, isoTime(since)])
}
