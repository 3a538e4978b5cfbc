import { type Statement, statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'
import { binaryArray, type ColumnType, type ColumnValues, LAST_TIME } from './wire-values.ts'

/** Column names with their PostgreSQL types, in the order in which a statement takes them. The first is never null. */
export type Columns = Readonly<Record<string, ColumnType>>

/** Values for each column of a row: times in milliseconds, JSON as text. */
export type Row<C extends Columns> = { readonly [Name in keyof C]: ColumnValues[C[Name]] | null }

/** How rows of a table are written: one row by its values, more of them by one array per column. */
export type RowWrite<C extends Columns> = {
  readonly columns: C
  /** Null where a column's value takes a subquery, which a list of values may not have. */
  readonly one: Statement | null
  readonly many: Statement
  /** Whether every row is written or none; else those that are there already are left as they are. */
  readonly isAll: boolean
}

type InsertOptions = {
  readonly onConflict?: string
  /** SQL for columns whose value is not simply the one given. */
  readonly values?: Readonly<Record<string, string>>
}

/** Makes the statements that insert rows. */
export function rowInsert<C extends Columns>(
  table: string,
  columns: C,
  { onConflict = '', values }: InsertOptions = {},
): RowWrite<C> {
  return { ...rowStatements(`${table}.insert`, table, columns, onConflict, values), isAll: onConflict === '' }
}

/**
 * Makes the statements that change the columns `changing` of rows by their id, each row that is given or none: they fail
 * where one is not there. A row is given as a whole.
 *
 * They are inserts that meet each row by its key. An update looks rows up by a plan, which reads all rows of the tenant
 * when it was made on an empty table. A row that was inserted has no `xmax`, one that was replaced has the lock on it there.
 */
export function rowUpdate<C extends Columns & { readonly id: 'uuid' }>(
  table: string,
  columns: C,
  changing: Columns,
): RowWrite<C> {
  const changes = Object.keys(changing).map((name) => `${name} = excluded.${name}`)
  const onConflict = `on conflict (tenant_id, id) do update
set ${changes.join(', ')}
returning case when x.xmax = 0 then app.expect_rows(0, 1) end`
  return { ...rowStatements(`${table}.update`, table, columns, onConflict), isAll: true }
}

/**
 * $1 is the tenant. Selecting through the tenant's program row keeps many rows on one node of a distributed PostgreSQL; one
 * row costs a third less as a list of values.
 */
function rowStatements<C extends Columns>(
  name: string,
  table: string,
  columns: C,
  onConflict: string,
  values?: InsertOptions['values'],
): Omit<RowWrite<C>, 'isAll'> {
  const names = Object.keys(columns)
  const into = `insert into ${table} as x (tenant_id, ${names.join(', ')})`
  const many = statement(
    name,
    `
${into}
select k.tenant_id, ${names.map((it) => values?.[it] ?? `u.${it}`).join(', ')}
from program k
cross join ${givenRows(columns)}
where k.tenant_id = $1
${onConflict}`,
  )
  if (values !== undefined) return { columns, one: null, many }
  const parameters = names.map((_, index) => `$${index + 2}`).join(', ')
  return {
    columns,
    one: statement(`${name}_one`, `${into}\nvalues ($1, ${parameters})\n${onConflict}`),
    many,
  }
}

/** Writes rows of one tenant in one statement. */
export function sendRows<C extends Columns>(
  tx: TenantTx,
  { columns, one, many, isAll }: RowWrite<C>,
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
