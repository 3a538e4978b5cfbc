import type { AccountKey } from '@goodword/domain/ids'
import { byKey } from '../driver/by-key.ts'
import { columnList, rowInsert, sendRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../schema/tables.generated.ts'

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

const open = statement(
  'credit_reservation.open',
  `
select ${columnList('x', 'credit_reservation')}
from credit_reservation x
where x.tenant_id = $1
  and x.is_open
  and ${byKey('x.account_id', '$2::uuid')}`,
)

/** The open reservations of an account that is locked. */
export function loadOpenReservations(tx: TenantTx, account: AccountKey): Promise<ReservationRow[]> {
  return tx.rows<ReservationRow>(open, [account])
}
