import { joinByKey } from '../driver/by-key.ts'
import { type Statement, statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import { COUNTED, countOnce, type Page, type PageRequest, pageOf } from './list-page.ts'

/**
 * The statements of a search by how texts begin, newest first. After the values of the ranges those of pages take how many rows,
 * and the ID that all are before; that of the count takes how far to count.
 */
export type Search = {
  readonly page: Statement
  /** The page of a beginning that very many have: it scans from the newest row on. */
  readonly pageOfMany: Statement
  readonly count: Statement
  readonly inside: InsideSearch
}

/** The text that was typed, and the beginnings of IDs that match it. */
export type Sought = { readonly text: string; readonly ranges: readonly string[] }

/** Rows that begin so; where there are none, the newest that have the text anywhere in their ID. */
export async function readSearch<Row extends { id: string }>(
  tx: TenantTx,
  { page, pageOfMany, count, inside }: Search,
  { text, ranges }: Sought,
  request: PageRequest,
): Promise<Page<Row>> {
  const total = await countOnce(request, [count.name, ranges], (most) => tx.rows(count, [...ranges, most]))
  if (total.counted === 0 && text.length >= MIN_INSIDE) return readInside(tx, inside, text, request)
  const chosen = total.counted > COUNTED ? pageOfMany : page
  const rows = await tx.rows<Row>(chosen, [...ranges, request.limit + 1, request.after ?? LAST_ID])
  return pageOf(rows, total, request)
}

/** The newest rows that are looked through for a text within their IDs, which no index finds. */
const LOOKED_THROUGH = 10_000

/** A single character is in nearly every ID. */
const MIN_INSIDE = 2

/** The statements of a search within IDs. */
type InsideSearch = { readonly page: Statement; readonly count: Statement }

/** The statements that look for a text within the IDs of the newest rows of a table, in any case. */
export function searchInside(
  table: 'account_user' | 'account',
  { columns, joins, alias }: { readonly columns: string; readonly joins: string; readonly alias: string },
): InsideSearch {
  const among = `
  from (
    select o.id, o.external_id
    from ${table} o
    where o.tenant_id = $1
    order by o.id desc
    limit ${LOOKED_THROUGH}
  ) as n
  where strpos(lower(n.external_id), lower($2)) > 0`
  return {
    count: statement(`${table}.search_inside_count`, `select least(count(*), $3) as total${among}`),
    page: statement(
      `${table}.search_inside`,
      `
select ${columns}
from (
  select n.id${among}
    and n.id < $4::uuid
  order by n.id desc
  limit $3
) as m
${joinByKey(`${table} ${alias}`, 'id', 'm.id')}
${joins}
order by ${alias}.id desc`,
    ),
  }
}

async function readInside<Row extends { id: string }>(
  tx: TenantTx,
  { page, count }: InsideSearch,
  text: string,
  request: PageRequest,
): Promise<Page<Row>> {
  const total = await countOnce(request, [count.name, text], (most) => tx.rows(count, [text, most]))
  const rows = await tx.rows<Row>(page, [text, request.limit + 1, request.after ?? LAST_ID])
  return pageOf(rows, total, request)
}

/** Comes after every ID. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The texts that begin so: from the first value on, before the second one, which comes after all of them. None for an empty
 * prefix, which is what remains of a query such as `.` in another spelling.
 */
export function rangeOfPrefix(prefix: string): readonly [string, string] {
  if (prefix === '') return ['', '']
  return [prefix, `${prefix}\u{10ffff}`]
}
