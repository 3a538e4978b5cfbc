import type { Database } from '../../../engine/driver/database.ts'
import { isoTime } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'

// These serve no tenant: a month, like a day's end, is the same for all of them. Each is a transaction of its own.

const open = statement('click_month.open', 'select app.open_click_months(now())')
const drop = statement('click_month.drop', 'select app.drop_click_month($1::timestamptz) as month')
const deleteSalts = statement('click_salt.delete', 'select app.forget_click_salts()')

/** Makes room for the clicks of this month and of some to come. */
export async function openClickMonths(db: Database): Promise<void> {
  await db.query(open, [])
}

/** Takes away the oldest month of clicks if its time is over; returns its table, or null. */
export async function dropClickMonth(db: Database, now: number): Promise<string | null> {
  const [row] = await db.query<{ month: string | null }>(drop, [isoTime(now)])
  return row?.month ?? null
}

/** Deletes the salts of former days. */
export async function deleteClickSalts(db: Database): Promise<void> {
  await db.query(deleteSalts, [])
}
