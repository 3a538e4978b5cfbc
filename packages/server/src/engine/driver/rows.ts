import { LAST_TIME } from '@goodword/domain/values/last-time'
import { type Tables, tenantTables } from '../tables.generated.ts'
import { type Statement, statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'
import { binaryArray, type ColumnType, type ColumnValues, isColumnType } from './wire-values.ts'

type TenantTables = typeof tenantTables
type ColumnOf<Table extends keyof TenantTables> = keyof TenantTables[Table] & keyof Tables[Table] & string

/** Columns with their PostgreSQL types, in the order in which a statement takes them. The first is never null. */
export type Columns = readonly (readonly [name: string, type: ColumnType])[]

/** A row of a table as it is written: times in milliseconds since the epoch, JSON as text. */
export type RowOf<Table extends keyof TenantTables, Column extends ColumnOf<Table> = ColumnOf<Table>> = {
  readonly [Name in Column]: TenantTables[Table][Name] extends 'jsonb'
    ? JsonText<Tables[Table][Name]>
    : Tables[Table][Name]
}

type JsonText<Value> = null extends Value ? string | null : string

/** How rows of a table are written: one row or a few by their values, more of them by one array per column. */
export type RowWrite<Row> = {
  /** Statements for one row, for two rows and so on. */
  readonly few: readonly Statement[]
  readonly many: Statement
  readonly valuesOf: (row: Row) => unknown[]
  readonly arraysOf: (rows: readonly Row[]) => Buffer[]
  /** Whether all rows are written or none; otherwise existing rows are left as they are. */
  readonly isAll: boolean
}

type InsertOptions<Table extends keyof TenantTables, Column extends string> = {
  /** The columns of the rows that are given: all of them by default. */
  readonly columns?: readonly Column[]
  readonly onConflict?: string
  /** SQL for columns that are not given, or whose value is not simply the one given. */
  readonly values?: { readonly [Name in ColumnOf<Table>]?: string }
  /** How many rows are still few; defaults to one, as it must beside `values`. */
  readonly few?: number
  /** The name of the statements; defaults to the table's. */
  readonly name?: string
}

/** Makes the statements that insert rows. */
export function rowInsert<Table extends keyof TenantTables, Column extends ColumnOf<Table> = ColumnOf<Table>>(
  table: Table,
  options: InsertOptions<Table, Column> = {},
): RowWrite<RowOf<Table, Column>> {
  const columns = columnsOf(table, options.columns)
  const isAll = (options.onConflict ?? '') === ''
  return { ...rowStatements(options.name ?? `${table}.insert`, table, columns, options), isAll }
}

type TableWithId = {
  [Table in keyof TenantTables]: 'id' extends ColumnOf<Table> ? Table : never
}[keyof TenantTables]

/**
 * Makes the statements that change rows by their id, all columns but the id and `fixed`; each row that is given or none:
 * they fail where one is not there. A row is given as a whole.
 *
 * They are inserts that meet each row by its key. An update looks rows up by a plan, which reads all rows of the tenant
 * when it was made on an empty table. A row that was inserted has no `xmax`, one that was replaced has the lock on it there.
 */
export function rowUpdate<Table extends TableWithId>(
  table: Table,
  fixed: readonly ColumnOf<Table>[],
): RowWrite<RowOf<Table>> {
  const columns = columnsOf<Table>(table)
  const kept: readonly string[] = ['id', ...fixed]
  const changes = columns
    .filter(([name]) => !kept.includes(name))
    .map(([name]) => `${name} = excluded.${name}`)
  const onConflict = `on conflict (tenant_id, id) do update
set ${changes.join(', ')}
returning app.expect_update(x.xmax = 0)`
  return { ...rowStatements(`${table}.update`, table, columns, { onConflict }), isAll: true }
}

/** SQL for the columns of a table that a statement calls `alias`, in their order. */
export function columnList<Table extends keyof TenantTables>(
  alias: string,
  table: Table,
  without: readonly ColumnOf<Table>[] = [],
): string {
  return columnNames(table, without)
    .map((name) => `${alias}.${name}`)
    .join(', ')
}

/** The columns of a table, in their order. */
export function columnNames<Table extends keyof TenantTables>(
  table: Table,
  without: readonly ColumnOf<Table>[] = [],
): readonly ColumnOf<Table>[] {
  const names = Object.keys(tenantTables[table]) as ColumnOf<Table>[]
  return names.filter((name) => !without.includes(name))
}

/** @throws Error for a column of a type that no array of is written yet */
function columnsOf<Table extends keyof TenantTables>(
  table: Table,
  names?: readonly ColumnOf<Table>[],
): Columns {
  const types: Readonly<Record<string, string>> = tenantTables[table]
  return (names ?? Object.keys(types)).map((name) => {
    const type = types[name]
    if (type === undefined || !isColumnType(type))
      throw new Error(`the type of the column ${table}.${name} has no array that can be written`)
    return [name, type]
  })
}

type RowStatements = {
  readonly onConflict?: string
  readonly values?: Readonly<Record<string, string | undefined>>
  readonly few?: number
}

/**
 * $1 is the tenant. Selecting through the tenant's program row keeps many rows on one node of a distributed PostgreSQL; a
 * row costs a third less as a list of values, which may have no subquery.
 */
function rowStatements<Row extends object>(
  name: string,
  table: string,
  columns: Columns,
  { onConflict = '', values, few = 1 }: RowStatements,
): Omit<RowWrite<Row>, 'isAll'> {
  const given = columns.map(([column]) => column)
  const names = [...new Set([...given, ...Object.keys(values ?? {})])]
  const into = `insert into ${table} as x (tenant_id, ${names.join(', ')})`
  const ofProgram = (selected: readonly string[], from: string) => `${into}
select k.tenant_id, ${selected.join(', ')}
from program k${from}
where k.tenant_id = $1
${onConflict}`
  const selected = names.map((it) => values?.[it] ?? `u.${it}`)
  const [parameters = []] = parametersOf(columns, 1)
  const inPlace = (sql: string) =>
    sql.replaceAll(/\bu\.(\w+)/g, (_, column) => parameters[given.indexOf(column)] ?? '')
  const listed = (count: number) => {
    const rows = parametersOf(columns, count).map((it) => `($1, ${it.join(', ')})`)
    return `${into}\nvalues ${rows.join(', ')}\n${onConflict}`
  }
  return {
    few: Array.from({ length: few }, (_, index) => {
      if (index > 0) return statement(`${name}_${index + 1}`, listed(index + 1))
      return statement(`${name}_one`, values === undefined ? listed(1) : ofProgram(selected.map(inPlace), ''))
    }),
    many: statement(name, ofProgram(selected, `\ncross join ${givenRows(columns)}`)),
    valuesOf: (row) => valuesOf(columns, row),
    arraysOf: (rows) => arraysOf(columns, rows),
  }
}

/** SQL for the parameters of so many rows, after that of the tenant. */
function parametersOf(columns: Columns, rows: number): readonly string[][] {
  return Array.from({ length: rows }, (_, row) =>
    columns.map(([, type], index) => `$${row * columns.length + index + 2}::${type}`),
  )
}

/** Writes rows of one tenant in one statement. */
export function sendRows<Row>(
  tx: Pick<TenantTx, 'write'>,
  { few, many, valuesOf, arraysOf, isAll }: RowWrite<Row>,
  rows: readonly Row[],
): void {
  const expected = isAll ? rows.length : undefined
  const byValues = few[rows.length - 1]
  if (byValues === undefined) tx.write(many, arraysOf(rows), expected)
  else tx.write(byValues, rows.flatMap(valuesOf), expected)
}

function valuesOf<Row extends object>(columns: Columns, row: Row): unknown[] {
  return columns.map(([name, type]) => {
    const value = row[name as keyof Row] ?? null
    return type === 'timestamptz' && value !== null ? isoTime(Number(value)) : value
  })
}

/** The arrays that such a statement takes after the tenant. */
export function arraysOf<Row extends object>(columns: Columns, rows: readonly Row[]): Buffer[] {
  return columns.map(([name, type]) =>
    binaryArray(
      type,
      rows.map((row) => (row[name as keyof Row] ?? null) as ColumnValues[ColumnType] | null),
    ),
  )
}

/** SQL for the rows given, as `u`. Unnesting one array and indexing the others costs half of unnesting all of them together. */
export function givenRows(columns: Columns): string {
  const [[first, firstType] = ['', ''], ...others] = columns
  const values = others.map(([name, type], index) => `($${index + 3}::${type}[])[a.i] as ${name}`)
  const from = `unnest($2::${firstType}[]) with ordinality as a(${first}, i)`
  return `(select ${[`a.${first}`, ...values].join(', ')} from ${from}) as u`
}

/** A time as unambiguous text for PostgreSQL; times after the range of dates become the last one. */
export function isoTime(ms: number): string
export function isoTime(ms: number | null): string | null
export function isoTime(ms: number | null): string | null {
  if (ms === null) return null
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(Math.min(ms, LAST_TIME)).toISOString() }
  return lastTime.text
}

/** The rows of a call have the same time in many places. */
let lastTime = { ms: 0, text: new Date(0).toISOString() }
