import type { DeliveryId } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { byCtid, byKey } from '../../../engine/driver/by-key.ts'
import { type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A request to a receiver. Its time is the machine's. */
type AttemptRow = Tables['webhook_attempt']

const insert = rowInsert('webhook_attempt')

export function insertAttempt(tx: TenantTx, row: RowOf<'webhook_attempt'>): void {
  sendRows(tx, insert, [row])
}

const ofDeliveries = (columns: string) => `
select ${columns}
from unnest($2::uuid[]) as asked(delivery_id)
cross join lateral (
  select x.*
  from webhook_attempt x
  where x.tenant_id = $1
    and x.delivery_id between asked.delivery_id and asked.delivery_id
  order by x.delivery_id, x.id
) as x
order by x.delivery_id, x.id`

const listed = 'x.delivery_id, x.started_at as date, x.status, x.duration_ms as "durationMs", x.error'

const list = statement('webhook_attempt.list', ofDeliveries(listed))

export type ListedAttemptRow = Pick<AttemptRow, 'delivery_id' | 'status' | 'error'> & {
  readonly date: number
  readonly durationMs: number
}

/** The attempts of deliveries, oldest first, without requests and responses. */
export function listAttempts(tx: TenantTx, deliveries: readonly DeliveryId[]): Promise<ListedAttemptRow[]> {
  return tx.rows<ListedAttemptRow>(list, [deliveries])
}

const load = statement('webhook_attempt.load', ofDeliveries(`${listed}, x.request, x.response`))

export type LoggedAttemptRow = ListedAttemptRow & Pick<AttemptRow, 'request' | 'response'>

/** The attempts of one delivery, oldest first, with requests and responses. */
export function loadAttempts(tx: TenantTx, delivery: DeliveryId): Promise<LoggedAttemptRow[]> {
  return tx.rows<LoggedAttemptRow>(load, [[delivery]])
}

// The limit keeps the planner from reading all attempts of the tenant for the join.
const remove = statement(
  'webhook_attempt.remove',
  `
delete from webhook_attempt x
using (
  select y.place
  from unnest($2::uuid[]) as asked(delivery_id)
  cross join lateral (
    select z.ctid as place
    from webhook_attempt z
    where z.tenant_id = $1
      and z.delivery_id between asked.delivery_id and asked.delivery_id
    order by z.delivery_id
  ) as y
  limit $3
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.id`,
)

/** Deletes attempts of deliveries, `most` at most; returns how many. */
export async function deleteAttempts(
  tx: TenantTx,
  deliveries: readonly DeliveryId[],
  most: number,
): Promise<number> {
  return deliveries.length === 0 ? 0 : (await tx.rows(remove, [deliveries, most])).length
}

/** Where an attempt is in the order of its table. */
export type AttemptPosition = Pick<AttemptRow, 'delivery_id' | 'id'>

/** The position before all attempts. */
export const FIRST_ATTEMPT: AttemptPosition = { delivery_id: NIL as DeliveryId, id: NIL }

const page = statement(
  'webhook_attempt.page',
  `
select x.delivery_id, x.id, x.response
from webhook_attempt x
where x.tenant_id = $1
  and (x.delivery_id, x.id) > ($2, $3)
order by x.delivery_id, x.id
limit $4`,
)

/** Attempts with their responses, after one of them. */
export function listResponses(
  tx: TenantTx,
  after: AttemptPosition,
  limit: number,
): Promise<(AttemptPosition & Pick<AttemptRow, 'response'>)[]> {
  return tx.rows(page, [after.delivery_id, after.id, limit])
}

const clear = statement(
  'webhook_attempt.clear_response',
  `
update webhook_attempt x
set response = null
where ${byCtid(
    'webhook_attempt',
    `y.id = $3
      and ${byKey('y.delivery_id', '$2')}
    for update`,
  )}`,
)

/** Removes the response of an attempt from the log. */
export function clearResponse(tx: TenantTx, { delivery_id, id }: AttemptPosition): void {
  tx.write(clear, [delivery_id, id])
}
