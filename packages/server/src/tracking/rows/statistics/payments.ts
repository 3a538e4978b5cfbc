import type { UserKey } from '@goodword/domain/values/ids'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import { columnList, isoTime, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
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
const seen = [...amounts, 'referring_user_id'] as const

// A payment that is the same as before is not written again.
const save = rowInsert('processor_payment', {
  onConflict: `on conflict (tenant_id, payment_id) do update
set ${seen.map((name) => `${name} = excluded.${name}`).join(', ')}, changed_at = excluded.changed_at
where (${seen.map((name) => `x.${name}`).join(', ')}) is distinct from (${seen.map((name) => `excluded.${name}`).join(', ')})`,
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

const brought = statement(
  'processor_payment.brought',
  `
select asked.user_id, p.currency, sum(p.charged_minor - p.refunded_minor)::int8 as minor
from unnest($2::uuid[]) as asked(user_id)
cross join lateral (
  select x.currency, x.charged_minor, x.refunded_minor
  from processor_payment x
  where x.tenant_id = $1
    and x.referring_user_id = asked.user_id
    and x.paid_at >= $3::timestamptz
    and x.paid_at < $4::timestamptz
) as p
group by asked.user_id, p.currency
order by p.currency`,
)

/** What the friends of users paid from a time until before another, in one currency. */
type BroughtRow = { readonly user_id: UserKey; readonly currency: Currency; readonly minor: number }

/** Sums up what the friends of these users paid, refunds subtracted, by currency; those without payments are left out. */
export async function sumBrought(
  tx: TenantTx,
  users: readonly UserKey[],
  from: number,
  to: number,
): Promise<ReadonlyMap<UserKey, readonly { readonly currency: Currency; readonly amount: number }[]>> {
  const rows = await tx.rows<BroughtRow>(brought, [users, isoTime(from), isoTime(to)])
  const paid = rows.filter((it) => it.minor !== 0)
  const byUser = Map.groupBy(paid, (it) => it.user_id)
  return new Map(
    [...byUser].map(([user, own]) => [
      user,
      own.map(({ currency, minor }) => ({ currency, amount: priceToNumber({ minor, currency }) })),
    ]),
  )
}
