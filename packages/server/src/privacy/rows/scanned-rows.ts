import type { AccountKey, UserKey } from '@goodword/domain/values/ids'
import { NIL } from 'uuid'
import { byKey } from '../../engine/driver/by-key.ts'
import { columnList } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { StoredRow } from './user-data-rows.ts'

// Rows that have no index by person: pages of all rows of the tenant, from which the person's are taken.

const clicks = statement(
  'data.clicks',
  `
select x.clicked_at + x.ahead_ms * interval '1 millisecond' as clicked_at, x.clicked_at::text as exact_time, x.id, x.user_id, x.via
from click x
where x.tenant_id = $1
  and (x.clicked_at, x.id) > ($2::timestamptz, $3::uuid)
order by x.clicked_at, x.id
limit $4`,
)

export type ScannedClick = {
  /** The time by the tenant's clock. */
  readonly clicked_at: number
  /** When it was stored, with its microseconds and a blank inside. */
  readonly exact_time: string
  readonly id: string
  readonly user_id: UserKey
  readonly via: string | null
}

/** The first position of all clicks. */
const FIRST_CLICK = { time: '-infinity', id: NIL }

/** A page of the tenant's clicks; the position is the exact time and the ID of the last one. */
export function scanClicks(tx: TenantTx, after: string, limit: number): Promise<ScannedClick[]> {
  const end = after.lastIndexOf(' ')
  const { time, id } = after === '' ? FIRST_CLICK : { time: after.slice(0, end), id: after.slice(end + 1) }
  return tx.rows(clicks, [time, id, limit])
}

const redemptions = statement(
  'data.redemptions',
  `
select ${columnList('x', 'redemption')}
from redemption x
where x.tenant_id = $1
  and x.id > $2::uuid
order by x.id
limit $3`,
)

export type ScannedRedemption = StoredRow & { readonly id: string; readonly account_id: AccountKey }

export function scanRedemptions(tx: TenantTx, after: string, limit: number): Promise<ScannedRedemption[]> {
  return tx.rows(redemptions, [after === '' ? NIL : after, limit])
}

const customers = statement(
  'data.processor_customer',
  `
select c.customer_id, c.account_id, c.bound_at
from (
  select a.provider_id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.id', '$2')}
) as a
cross join lateral (
  select x.customer_id, x.account_id, x.bound_at
  from processor_customer x
  where x.tenant_id = $1
    and ${byKey('x.customer_id', 'a.provider_id')}
) as c`,
)

export function customerRows(tx: TenantTx, account: AccountKey): Promise<StoredRow[]> {
  return tx.rows(customers, [account])
}

const subscriptions = statement(
  'data.processor_subscriptions',
  `
select ${columnList('x', 'processor_subscription')}
from processor_subscription x
where x.tenant_id = $1
  and x.account_id = $2
  and x.id > $3::uuid
order by x.account_id, x.id
limit $4`,
)

export function subscriptionRows(
  tx: TenantTx,
  account: AccountKey,
  after: string,
  limit: number,
): Promise<StoredRow[]> {
  return tx.rows(subscriptions, [account, after === '' ? NIL : after, limit])
}

const reservations = statement(
  'data.credit_reservations',
  `
select ${columnList('x', 'credit_reservation')}
from credit_reservation x
where x.tenant_id = $1
  and x.id > $2::uuid
order by x.id
limit $3`,
)

export type ScannedReservation = StoredRow & { readonly id: string; readonly account_id: AccountKey }

export function scanReservations(tx: TenantTx, after: string, limit: number): Promise<ScannedReservation[]> {
  return tx.rows(reservations, [after === '' ? NIL : after, limit])
}

const exports = statement(
  'data.exports',
  `
select x.id, x.kind, x.format, x.state, x.created_from, x.created_to, x.created_at, x.expires_at
from export x
where x.tenant_id = $1
  and x.id > $2::uuid
order by x.id
limit $3`,
)

/** The tenant's exported files, whichever records they have. */
export function exportRows(tx: TenantTx, after: string, limit: number): Promise<StoredRow[]> {
  return tx.rows(exports, [after === '' ? NIL : after, limit])
}
