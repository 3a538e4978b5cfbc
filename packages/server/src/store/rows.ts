import { binaryArray, type ColumnType, type ColumnValues, LAST_TIME } from './binary-array.ts'
import { type Statement, statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

/** Column names with their PostgreSQL types, in the order in which a statement takes them. The first is never null. */
export type Columns = Readonly<Record<string, ColumnType>>

/** Values for each column of a row: times in milliseconds, JSON as text. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: ColumnValues[C[Name]] | null }

/** How rows of a table are inserted: one row by its values, more of them by one array per column. */
export type RowInsert<C extends Columns> = {
  readonly columns: C
  /** Null where a column's value takes a subquery, which a list of values may not have. */
  readonly one: Statement | null
  readonly many: Statement
  /** Whether every row is inserted or none; else those that are there already are left as they are. */
  readonly isAll: boolean
}

type InsertOptions = {
  readonly onConflict?: string
  /** SQL for columns whose value is not simply the one given. */
  readonly values?: Readonly<Record<string, string>>
}

/**
 * Makes the statements. $1 is the tenant. Selecting through the tenant's program row keeps many rows on one node of a
 * distributed PostgreSQL; one row costs a third less as a list of values.
 */
export function rowInsert<C extends Columns>(
  table: string,
  columns: C,
  { onConflict = '', values }: InsertOptions = {},
): RowInsert<C> {
  const names = Object.keys(columns)
  const into = `insert into ${table} (tenant_id, ${names.join(', ')})`
  const many = statement(
    `${table}.insert`,
    `
${into}
select k.tenant_id, ${names.map((name) => values?.[name] ?? `u.${name}`).join(', ')}
from program k
cross join ${givenRows(columns)}
where k.tenant_id = $1
${onConflict}`,
  )
  if (values !== undefined) return { columns, one: null, many, isAll: onConflict === '' }
  const parameters = names.map((_, index) => `$${index + 2}`).join(', ')
  const one = statement(`${table}.insert_one`, `${into}\nvalues ($1, ${parameters})\n${onConflict}`)
  return { columns, one, many, isAll: onConflict === '' }
}

/** Inserts rows of one tenant in one statement. */
export function sendInsert<C extends Columns>(
  tx: TenantTx,
  { columns, one, many, isAll }: RowInsert<C>,
  rows: readonly Row<C>[],
): void {
  const expected = isAll ? rows.length : undefined
  const [first, ...others] = rows
  if (one !== null && first !== undefined && others.length === 0)
    tx.write(one, valuesOf(columns, first), expected)
  else tx.write(many, arraysOf(columns, rows), expected)
}

function valuesOf<C extends Columns>(columns: C, row: Row<C>): unknown[] {
  return Object.entries(columns).map(([name, type]) => {
    const value = row[name] ?? null
    return type === 'timestamptz' && value !== null ? isoTime(Number(value)) : value
  })
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
