import { isUuid } from '@goodword/domain/ids'
import { type Statement, statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import {
  type Condition,
  conditionsOf,
  type FilterOf,
  type FilterSet,
  type List,
  type ServingIndex,
} from './list.ts'

/** The page of every list: newest first unless it says otherwise, after `after` (a row's ID), at most `limit` rows. */
export type PageRequest = {
  readonly limit: number
  readonly after: string | null
  readonly countAll: boolean
  readonly order?: PageOrder
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
  const conditions = conditionsOf(list, filter, now)
  const values = conditions.flatMap((it) => it.values)
  const paging = request.after === null ? [] : [pagesAfter(list, request.after, request.order)]
  const [rows, counted] = await Promise.all([
    tx.rows<Row>(pageStatement(list, [...conditions, ...paging], request.order), [
      request.limit + 1,
      ...values,
      ...paging.flatMap((it) => it.values),
    ]),
    tx.rows<{ total: number }>(countStatement(list, conditions), [
      request.countAll ? null : COUNTED + 1,
      ...values,
    ]),
  ])
  return pageOf(rows, counted[0]?.total ?? 0, request)
}

/** The page of `limit` rows; one more row was read to know whether another page follows. */
export function pageOf<Row extends { id: string }>(
  rows: readonly Row[],
  counted: number,
  request: PageRequest,
): Page<Row> {
  const page = rows.slice(0, request.limit)
  const last = page.at(-1)
  return {
    rows: page,
    total: request.countAll || counted <= COUNTED ? counted : null,
    nextCursor: rows.length > request.limit && last !== undefined ? cursorOf(last.id) : null,
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
): Statement {
  const { table, alias } = list
  const direction = order === 'newest' ? ' desc' : ''
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

/** An ID as a cursor: short and opaque. */
function cursorOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The ID of a cursor, or null when the text is not a cursor of ours. */
export function idOfCursor(cursor: string): string | null {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) return null
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(id) ? id : null
}
