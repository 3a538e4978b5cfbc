import { columnList, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** A payment at the processor, with its counted amounts. */
export type PaymentRow = Tables['processor_payment']

/** The payment alone. */
export type SeenPayment = Omit<
  PaymentRow,
  'counted_charged_minor' | 'counted_refunded_minor' | 'counted_discount_minor' | 'changed_at'
>

const amounts = ['charged_minor', 'refunded_minor', 'discount_minor'] as const

// A payment that is the same as before is not written again.
const save = rowInsert('processor_payment', {
  onConflict: `on conflict (tenant_id, payment_id) do update
set ${amounts.map((name) => `${name} = excluded.${name}`).join(', ')}, changed_at = excluded.changed_at
where (${amounts.map((name) => `x.${name}`).join(', ')}) is distinct from (${amounts.map((name) => `excluded.${name}`).join(', ')})`,
})

/** Stores payments as they were seen last. */
export function savePayments(tx: TimedTx, payments: readonly SeenPayment[]): void {
  const rows: RowOf<'processor_payment'>[] = payments.map((it) => ({
    ...it,
    counted_charged_minor: 0,
    counted_refunded_minor: 0,
    counted_discount_minor: 0,
    changed_at: tx.now,
  }))
  if (rows.length > 0) sendRows(tx, save, rows)
}

const columns = columnList('x', 'processor_payment')

const uncounted = statement(
  'processor_payment.load_uncounted',
  `
select ${columns}
from processor_payment x
where x.tenant_id = $1
  and x.changed_at >= '-infinity'
order by x.changed_at
limit $2
for update skip locked`,
)

/** Locks payments that changed since they were counted. */
export function lockUncountedPayments(tx: TenantTx, limit: number): Promise<PaymentRow[]> {
  return tx.rows<PaymentRow>(uncounted, [limit])
}

const mark = rowInsert('processor_payment', {
  name: 'processor_payment.mark_counted',
  onConflict: `on conflict (tenant_id, payment_id) do update
set ${amounts.map((name) => `counted_${name} = excluded.${name}`).join(', ')}, changed_at = null`,
})

/** Stores the counted amounts of locked payments. */
export function markPaymentsCounted(tx: TenantTx, rows: readonly PaymentRow[]): void {
  if (rows.length > 0) sendRows(tx, mark, rows)
}

const page = statement(
  'processor_payment.page',
  `
select ${columns}
from processor_payment x
where x.tenant_id = $1
  and x.payment_id > $2
order by x.payment_id
limit $3`,
)

/** The next payments in the order of their ids. */
export function loadPaymentPage(tx: TenantTx, after: string, limit: number): Promise<PaymentRow[]> {
  return tx.rows<PaymentRow>(page, [after, limit])
}
