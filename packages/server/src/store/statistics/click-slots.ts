import { isoTime, type RowOf, rowInsert, sendRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

/** The clicks of a referrer's links of one medium in a quarter hour. */
export type ClickSlot = RowOf<'statistic_click'>

const add = rowInsert('statistic_click', {
  onConflict: `on conflict (tenant_id, slot, participant_id, medium) do update
set clicks = x.clicks + excluded.clicks, visitors = x.visitors + excluded.visitors`,
})

export function addClickSlots(tx: TenantTx, slots: readonly ClickSlot[]): void {
  if (slots.length > 0) sendRows(tx, add, slots)
}

const page = statement(
  'statistic_click.page',
  `
select c.slot, c.participant_id, c.medium, c.clicks, c.visitors
from statistic_click c
where c.tenant_id = $1
  and c.slot >= $2::timestamptz
  and c.slot < $3::timestamptz
order by c.slot
limit $4`,
)

/** The first slots from a moment on and before another one. */
export function loadClickSlots(
  tx: TenantTx,
  from: number,
  before: number,
  limit: number | null,
): Promise<ClickSlot[]> {
  return tx.rows<ClickSlot>(page, [isoTime(from), isoTime(before), limit])
}
