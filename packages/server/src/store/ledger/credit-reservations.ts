import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../driver/by-key.ts'
import { columnList, rowInsert, sendRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'

/** Credit that is kept for one bill of a subscription. */
export type ReservationRow = Tables['credit_reservation']

const changing = [
  'bill_date',
  'percentage_minor',
  'parts',
  'changes',
  'is_open',
] as const satisfies readonly (keyof ReservationRow)[]

const save = rowInsert('credit_reservation', {
  onConflict: `on conflict (tenant_id, subscription_id, cycle) do update
set ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
})

export function saveReservations(tx: TenantTx, rows: readonly ReservationRow[]): void {
  if (rows.length === 0) return
  sendRows(
    tx,
    save,
    rows.map((row) => ({ ...row, parts: JSON.stringify(row.parts) })),
  )
}

/** A reservation of which `revoked_minor` was taken from rewards that were cancelled since. */
export type OpenReservationRow = ReservationRow & { readonly revoked_minor: number }

const open = statement(
  'credit_reservation.open',
  `
select ${columnList('x', 'credit_reservation')}, revoked.amount as revoked_minor
from (
  select ${columnList('x', 'credit_reservation')}
  from credit_reservation x
  where x.tenant_id = $1
    and x.is_open
    and ${byKey('x.account_id', '$2::uuid')}
) as x
cross join lateral (
  select coalesce(sum(part.amount), 0)::int8 as amount
  from jsonb_to_recordset(x.parts) as part("rewardId" uuid, amount int8)
  ${joinByKey('reward w', 'id', 'part."rewardId"', 'w.cancelled_at is not null')}
) as revoked`,
)

/** The open reservations of an account that is locked. */
export function loadOpenReservations(tx: TenantTx, account: AccountKey): Promise<OpenReservationRow[]> {
  return tx.rows<OpenReservationRow>(open, [account])
}
