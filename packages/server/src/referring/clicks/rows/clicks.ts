import type { Database } from '../../../engine/driver/database.ts'
import { isoTime, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const columns = ['id', 'user_id', 'via', 'visitor', 'ahead_ms'] as const

/** A click of the link of a user. */
export type ClickRow = RowOf<'click', (typeof columns)[number]>

/** The key has the time of the database, so that there is always a partition for it; `ahead_ms` leads to the tenant's. */
const insert = rowInsert('click', { columns, values: { clicked_at: 'now()' } })

export function addClicks(tx: Pick<TenantTx, 'write'>, clicks: readonly ClickRow[]): void {
  sendRows(tx, insert, clicks)
}

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

type ClickSalt = {
  readonly salt: Buffer
  /** The milliseconds for which it is that of the day. */
  readonly leftMs: number
}

const insertSalt = statement(
  'click_salt.insert',
  `
insert into click_salt (tenant_id, day, salt)
values ($1, current_date, $2)
on conflict (tenant_id, day) do nothing`,
)

const ofToday = statement(
  'click_salt.find',
  `
select s.salt, (extract(epoch from s.day + interval '1 day' - now()) * 1000)::int8 as left_ms
from click_salt s
where s.tenant_id = $1
  and s.day = current_date`,
)

/** The salt of the day by the database’s clock: the one given, unless another process was first. */
export async function takeDailySalt(tx: TenantTx, fresh: Buffer): Promise<ClickSalt> {
  tx.write(insertSalt, [fresh])
  const [row] = await tx.rows<{ salt: Buffer; left_ms: number }>(ofToday, [])
  if (row === undefined) throw new Error('salt of the day not found after insert')
  return { salt: row.salt, leftMs: row.left_ms }
}
