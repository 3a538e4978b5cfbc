import { type RowOf, rowInsert, sendRows } from '../driver/rows.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const columns = ['id', 'participant_id', 'via', 'visitor'] as const

/** A click of the link of a participant. */
export type ClickRow = RowOf<'click', (typeof columns)[number]>

/** The time of a click is that of the database, so that there is always a partition for it. */
const insert = rowInsert('click', { columns, values: { clicked_at: 'now()' } })

export function addClicks(tx: Pick<TenantTx, 'write'>, clicks: readonly ClickRow[]): void {
  sendRows(tx, insert, clicks)
}
