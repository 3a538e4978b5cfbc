import { isoTime } from '../driver/rows.ts'
import { type Statement, statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import {
  type Condition,
  conditionsOf,
  type FilterOf,
  type FilterSet,
  type List,
  type ServingIndex,
  type SortColumn,
} from './list.ts'
import { type CarriedCount, cursorText, questionOf } from './list-cursor.ts'

/** The page of every list: newest first unless it says otherwise, after `after` (a row's ID), at most `limit` rows. */
export type PageRequest = {
  readonly limit: number
  readonly after: string | null
  readonly countAll: boolean
  readonly order?: PageOrder
  /** Sorts by one of the list's `sorts` instead of by the time of creation; then `after` has a time or number as well. */
  readonly sort?: string
  readonly afterValue?: number
  /** The count of the page that returned the cursor. */
  readonly count?: CarriedCount | null
}

export type PageOrder = 'newest' | 'oldest'

export type Page<Row> = {
  readonly rows: readonly Row[]
  /** The total number of matching rows; null when there are too many to count. */
  readonly total: number | null
  readonly nextCursor: string | null
}

/** Lists are counted up to this number; an exact count must be requested. */
export const COUNTED = 10_000

/**
 * Reads a page. The statement has only the requested conditions, so that each combination has a plan of
 * its own; it is made once and then known by its name.
 */
export async function readPage<Row extends { id: string }, Filters extends FilterSet>(
  tx: TenantTx,
  list: List<Filters>,
  filter: FilterOf<List<Filters>>,
  now: number,
  request: PageRequest,
): Promise<Page<Row>> {
  const sort = sortOf(list, request.sort)
  const asked = conditionsOf(list, filter, now)
  const conditions = sort === undefined ? asked : [...asked, hasValue(sort)]
  const values = conditions.flatMap((it) => it.values)
  const paging = pagingOf(list, request, sort)
  const question = [list.name, conditions.map((it) => it.sql), values]
  const [rows, count] = await Promise.all([
    tx.rows<Row>(pageStatement(list, [...conditions, ...paging], request.order, sort), [
      request.limit + 1,
      ...values,
      ...paging.flatMap((it) => it.values),
    ]),
    countOnce(request, question, (most) =>
      tx.rows<Counted>(countStatement(list, conditions), [most, ...values]),
    ),
  ])
  return pageOf(rows, count, request, sort)
}

type Counted = { readonly total: number }

/**
 * The number of rows that match the question: as the cursor carries it, or counted now, up to `most` unless that is null.
 * So only the first page of a list counts.
 */
export async function countOnce(
  { count, countAll }: Pick<PageRequest, 'count' | 'countAll'>,
  asked: readonly unknown[],
  countNow: (most: number | null) => Promise<readonly Counted[]>,
): Promise<CarriedCount> {
  const question = questionOf(...asked, countAll)
  if (count?.question === question) return count
  const [found] = await countNow(countAll ? null : COUNTED + 1)
  return { question, counted: found?.total ?? 0 }
}

function sortOf({ name, sorts }: List, sort: string | undefined): SortColumn | undefined {
  if (sort === undefined) return undefined
  const found = sorts?.[sort]
  if (found === undefined) throw new Error(`the list ${name} cannot be sorted by ${sort}`)
  return found
}

function pagingOf(list: List, request: PageRequest, sort: SortColumn | undefined): readonly Condition[] {
  const { after, afterValue, order } = request
  if (after === null) return []
  if (sort === undefined) return [pagesAfter(list, after, order)]
  if (afterValue === undefined) throw new Error('a cursor of a sorted list has no value')
  return [sortedPagesAfter(list, sort, after, afterValue, order)]
}

/** Rows that a sorted list has. */
export function hasValue({ column }: SortColumn): Condition {
  return { sql: `${column} is not null`, values: [], index: { column, isById: true } }
}

/** The condition of the pages after a row of a sorted list. */
export function sortedPagesAfter(
  { alias }: List,
  { column, isNumber }: SortColumn,
  after: string,
  afterValue: number,
  order: PageOrder = 'newest',
): Condition {
  const sign = order === 'newest' ? '<' : '>'
  return {
    sql: `(${column}, ${alias}.id) ${sign} (?::${isNumber === true ? 'bigint' : 'timestamptz'}, ?::uuid)`,
    values: [isNumber === true ? afterValue : isoTime(afterValue), after],
  }
}

/** The total that a page answers: null where more rows match than were counted. */
export function totalOf({ counted }: CarriedCount, isExact: boolean): number | null {
  return isExact || counted <= COUNTED ? counted : null
}

/** The page of `limit` rows; one more row was read to know whether another page follows. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  count: CarriedCount,
  request: PageRequest,
  sort?: SortColumn,
): Page<Row> {
  const page = rows.slice(0, request.limit)
  const last = page.at(-1)
  return {
    rows: page,
    total: totalOf(count, request.countAll),
    nextCursor:
      rows.length > request.limit && last !== undefined
        ? cursorText(last.id, sortValue(last, sort), count)
        : null,
  }
}

/** The condition of the pages after a row. */
export function pagesAfter({ alias }: List, after: string, order: PageOrder = 'newest'): Condition {
  return { sql: `${alias}.id ${order === 'newest' ? '<' : '>'} ?::uuid`, values: [after] }
}

const made = new Map<string, Statement>()

/**
 * $1 is the tenant, $2 how many rows, then the conditions' values. The rows are read in the order of an index, so that
 * no other can serve, and then put into the order of the page.
 */
export function pageStatement(
  list: List,
  conditions: readonly Condition[],
  order: PageOrder = 'newest',
  sort?: SortColumn,
): Statement {
  const { table, alias } = list
  const direction = order === 'newest' ? ' desc' : ''
  if (sort !== undefined) return sortedStatement(list, conditions, direction, sort)
  const first = `order by ${alias}.id${direction}\nlimit $2`
  const index = servingIndex(conditions)
  const byIndex =
    index?.isById === true ? `order by ${index.column}${direction}, ${alias}.id${direction}\nlimit $2` : null
  return once(
    `${list.name}.${order}`,
    conditions,
    (where) => `
select ${list.select}
from (
  select ${alias}.*
  from (
    select ${alias}.*
    from ${table} ${alias}
    where ${alias}.tenant_id = $1${where}
    ${index === undefined ? first : (byIndex ?? `order by ${index.column}`)}
  ) as ${alias}
  ${first}
) as ${alias}
${list.joins}
order by ${alias}.id${direction}`,
  )
}

/** The rows of an index of the column and the id, in its order. */
function sortedStatement(
  list: List,
  conditions: readonly Condition[],
  direction: '' | ' desc',
  { column }: SortColumn,
): Statement {
  const { table, alias } = list
  const sorted = `order by ${column}${direction}, ${alias}.id${direction}`
  return once(
    `${list.name}.sorted${direction}`.replace(' ', '_'),
    conditions,
    (where) => `
select ${list.select}
from (
  select ${alias}.*
  from ${table} ${alias}
  where ${alias}.tenant_id = $1${where}
  ${sorted}
  limit $2
) as ${alias}
${list.joins}
${sorted}`,
  )
}

export function countStatement(list: List, conditions: readonly Condition[]): Statement {
  const index = servingIndex(conditions)
  return once(
    `${list.name}.count`,
    conditions,
    (where) => `
select count(*) as total
from (
  select
  from ${list.table} ${list.alias}
  where ${list.alias}.tenant_id = $1${where}
  ${index === undefined ? '' : `order by ${index.column}`}
  limit $2
) as matching`,
  )
}

function servingIndex(conditions: readonly Condition[]): ServingIndex | undefined {
  return conditions.find((it) => it.index !== undefined)?.index
}

function once(name: string, conditions: readonly Condition[], text: (where: string) => string): Statement {
  const key = [name, ...conditions.map((it) => it.sql)].join('\n')
  const known = made.get(key)
  if (known !== undefined) return known
  let position = 2
  const where = conditions
    .map(
      (it) =>
        `\n  and ${it.sql.replaceAll('?', () => {
          position += 1
          return `$${position}`
        })}`,
    )
    .join('')
  const it = statement(`${name}.${made.size}`, text(where))
  made.set(key, it)
  return it
}

/** The time or number of a row by which a list is sorted; null in one that is not. */
function sortValue(row: object, sort: SortColumn | undefined): number | null {
  if (sort === undefined) return null
  const value = (row as Readonly<Record<string, unknown>>)[sort.name]
  if (typeof value !== 'number') throw new Error(`a row of a sorted list has no value in ${sort.name}`)
  return value
}
