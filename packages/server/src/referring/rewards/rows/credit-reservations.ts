import type { CreditLot } from '@goodword/domain/rewards/credit-lots'
import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { columnList, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** Credit that is kept for one bill of a subscription. */
export type ReservationRow = Tables['credit_reservation']

const changing = [
  'bill_date',
  'bill_at',
  'percentage_minor',
  'parts',
  'changes',
  'is_open',
  'claimed_minor',
  'claimed_until',
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

/** A reservation with the credit that it was taken from, without credit that was cancelled since. */
export type OpenReservationRow = ReservationRow & { readonly lots: readonly CreditLot[] }

const open = statement(
  'credit_reservation.open',
  `
select ${columnList('x', 'credit_reservation')}, taken.lots
from (
  select ${columnList('x', 'credit_reservation')}
  from credit_reservation x
  where x.tenant_id = $1
    and x.is_open
    and ${byKey('x.account_id', '$2::uuid')}
) as x
cross join lateral (
  select coalesce(jsonb_agg(jsonb_build_object('minor', part.amount, 'expiresAt',
    (extract(epoch from w.expires_at) * 1000)::int8)), '[]') as lots
  from jsonb_to_recordset(x.parts) as part("rewardId" uuid, amount int8)
  ${joinByKey('reward w', 'id', 'part."rewardId"', 'w.cancelled_at is null')}
) as taken`,
)

/** The open reservations of an account that is locked. */
export function loadOpenReservations(tx: TenantTx, account: AccountKey): Promise<OpenReservationRow[]> {
  return tx.rows<OpenReservationRow>(open, [account])
}
