import { binaryArray, type ColumnType, type ColumnValues, LAST_TIME } from './binary-array.ts'
import { type Statement, statement } from './statement.ts'

/** Column names with their PostgreSQL types, in the order in which a statement takes them. The first is never null. */
export type Columns = Readonly<Record<string, ColumnType>>

/** Values for each column of a row: times in milliseconds, JSON as text. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: ColumnValues[C[Name]] | null }

/**
 * Inserts many rows of one tenant in one statement. Selecting through the tenant's program row keeps the statement on
 * one node of a distributed PostgreSQL. $1 is the tenant, then one array per column; `u` are the rows given.
 */
export function insertRows(table: string, columns: Columns, options: InsertOptions = {}): Statement {
  const { onConflict = '', values = {} } = options
  const names = Object.keys(columns)
  return statement(
    `${table}.insert`,
    `
insert into ${table} (tenant_id, ${names.join(', ')})
select k.tenant_id, ${names.map((name) => values[name] ?? `u.${name}`).join(', ')}
from program k
cross join ${givenRows(columns)}
where k.tenant_id = $1
${onConflict}`,
  )
}

type InsertOptions = {
  readonly onConflict?: string
  /** SQL for columns whose value is not simply the one given. */
  readonly values?: Readonly<Record<string, string>>
}

/**
 * Updates many rows of one tenant by their id, each that is given or none: it fails where one is not there. $1 is the
 * tenant, then one array per column, `id` the first.
 */
export function updateRows(table: string, columns: Columns & { readonly id: 'uuid' }): Statement {
  const changing = Object.keys(columns).filter((name) => name !== 'id')
  return statement(
    `${table}.update`,
    `
with written as (
  update ${table} x
  set ${changing.map((name) => `${name} = u.${name}`).join(', ')}
  from ${givenRows(columns)}
  where x.tenant_id = $1
    and x.id = u.id
  returning x.id
)
select app.expect_rows(count(*), cardinality($2::uuid[]))
from written`,
  )
}

/** The arrays that such a statement takes after the tenant. */
export function arraysOf<C extends Columns>(columns: C, rows: readonly Row<C>[]): Buffer[] {
  return Object.entries(columns).map(([name, type]) =>
    binaryArray(
      type,
      rows.map((row) => row[name] ?? null),
    ),
  )
}

/** SQL for the rows given, as `u`. Walking one array and looking into the others costs half of unnesting them all together. */
export function givenRows(columns: Columns): string {
  const [[first, firstType] = ['', ''], ...others] = Object.entries(columns)
  const values = others.map(([name, type], index) => `($${index + 3}::${type}[])[a.i] as ${name}`)
  const from = `unnest($2::${firstType}[]) with ordinality as a(${first}, i)`
  return `(select a.${first}, ${values.join(', ')} from ${from}) as u`
}

/** A time as PostgreSQL reads it without a guess; what lies further ahead than dates go is as good as the last one. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(Math.min(ms, LAST_TIME)).toISOString()
}
