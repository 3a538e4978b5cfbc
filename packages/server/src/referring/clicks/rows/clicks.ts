import { type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const columns = ['id', 'user_id', 'via', 'visitor', 'ahead_ms'] as const

/** A click of the link of a user. */
export type ClickRow = RowOf<'click', (typeof columns)[number]>

/** The key has the time of the database, so that there is always a partition for it; `ahead_ms` leads to the tenant's. */
const insert = rowInsert('click', { columns, values: { clicked_at: 'now()' } })

export function addClicks(tx: Pick<TenantTx, 'write'>, clicks: readonly ClickRow[]): void {
  sendRows(tx, insert, clicks)
}
