import { type Statement, statement } from './statement.ts'

/** Column names with their PostgreSQL types, in the order in which a statement takes them. */
export type Columns = Readonly<Record<string, string>>

/** Values for each column of a row. Times are ISO text, JSON is text: what the driver passes on without a guess. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: string | number | boolean | null }

/**
 * Inserts many rows of one tenant in one statement. Selecting through the tenant's program row keeps the statement on
 * one node of a distributed PostgreSQL. $1 is the tenant, then one array per column.
 */
export function insertRows(table: string, columns: Columns, onConflict = ''): Statement {
  const names = Object.keys(columns)
  return statement(
    `${table}.insert`,
    `
insert into ${table} (tenant_id, ${names.join(', ')})
select k.tenant_id, ${names.map((name) => `u.${name}`).join(', ')}
from program k
cross join ${unnest(columns)}
where k.tenant_id = $1
${onConflict}`,
  )
}

/** Updates many rows of one tenant by their id. $1 is the tenant, then one array per column, `id` among them. */
export function updateRows(table: string, columns: Columns): Statement {
  const changing = Object.keys(columns).filter((name) => name !== 'id')
  return statement(
    `${table}.update`,
    `
update ${table} x
set ${changing.map((name) => `${name} = u.${name}`).join(', ')}
from ${unnest(columns)}
where x.tenant_id = $1
  and x.id = u.id`,
  )
}

/** The arrays that such a statement takes after the tenant. */
export function arraysOf<C extends Columns>(columns: C, rows: readonly Row<C>[]): unknown[][] {
  return Object.keys(columns).map((name) => rows.map((row) => row[name]))
}

function unnest(columns: Columns): string {
  const arrays = Object.values(columns).map((type, index) => `$${index + 2}::${type}[]`)
  return `unnest(${arrays.join(', ')}) as u(${Object.keys(columns).join(', ')})`
}

/** The last millisecond of the year 9999: beyond it neither JavaScript nor PostgreSQL writes dates as before. */
const LAST_TIME = 253_402_300_799_999

/** A time as PostgreSQL reads it without a guess; what lies further ahead than dates go is as good as the last one. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.min(ms, LAST_TIME)).toISOString()
}
