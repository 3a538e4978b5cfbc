import type { OutcomeType } from '@goodword/domain/referrals/outcome'
import type { AccountKey } from '@goodword/domain/values/ids'
import { columnList, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import { type Statement, statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

export type PublishedEventRow = Tables['published_event']

const insert = rowInsert('published_event')

export function insertPublishedEvents(tx: TenantTx, rows: readonly RowOf<'published_event'>[]): void {
  if (rows.length > 0) sendRows(tx, insert, rows)
}

/** The filter of a page of the events feed. */
export type FeedFilter = { readonly type: OutcomeType | null; readonly account: AccountKey | null }

type FilterName = 'all' | 'type' | 'account' | 'both'

/** The direction in which the feed is read from a position. */
export type FeedOrder = 'oldest' | 'newest'

type Conditions = Readonly<Record<FilterName, { readonly where: string; readonly order: string }>>

// Each has the rows in the order of its own index. With both filters, events are found by the account.
const conditions: Readonly<Record<FeedOrder, Conditions>> = {
  oldest: conditionsOf({ follows: '>', within: '<=', direction: '' }),
  newest: conditionsOf({ follows: '<', within: '>=', direction: ' desc' }),
}

function conditionsOf(it: {
  readonly follows: string
  readonly within: string
  readonly direction: string
}): Conditions {
  const { follows, within, direction } = it
  const account = {
    where: `(x.account_id, x.position) ${follows} ($4::uuid, $2) and x.account_id ${within} $4::uuid`,
    order: `x.account_id${direction}, x.position${direction}`,
  }
  return {
    all: { where: `x.position ${follows} $2`, order: `x.position${direction}` },
    type: {
      where: `(x.type, x.position) ${follows} ($4, $2) and x.type ${within} $4`,
      order: `x.type${direction}, x.position${direction}`,
    },
    account,
    both: { ...account, where: `${account.where} and x.type = $5` },
  }
}

const columns = columnList('x', 'published_event')

function statements(name: string, text: (it: FilterName) => string): Readonly<Record<FilterName, Statement>> {
  const made = (it: FilterName) => statement(`published_event.${name}_${it}`, text(it))
  return { all: made('all'), type: made('type'), account: made('account'), both: made('both') }
}

const pages: Readonly<Record<FeedOrder, Readonly<Record<FilterName, Statement>>>> = {
  oldest: statements('page', (it) => pageText(conditions.oldest[it])),
  newest: statements('newest', (it) => pageText(conditions.newest[it])),
}

function pageText({ where, order }: Conditions[FilterName]): string {
  return `
select ${columns}
from published_event x
where x.tenant_id = $1
  and ${where}
order by ${order}
limit $3`
}

const counts = statements(
  'count',
  (it) => `
select count(*) as total
from (
  select
  from published_event x
  where x.tenant_id = $1
    and ${conditions.oldest[it].where}
  order by ${conditions.oldest[it].order}
  limit $3
) as matching`,
)

/** The next events from a position: those after it, oldest first, or those before it, newest first. */
export function listPublishedEvents(
  tx: TenantTx,
  filter: FeedFilter,
  { order, from, limit }: { readonly order: FeedOrder; readonly from: number; readonly limit: number },
): Promise<PublishedEventRow[]> {
  const { name, values } = chosen(filter)
  return tx.rows(pages[order][name], [from, limit, ...values])
}

/** How many events the feed has; null counts all of them, however many. */
export async function countPublishedEvents(
  tx: TenantTx,
  filter: FeedFilter,
  most: number | null,
): Promise<number> {
  const { name, values } = chosen(filter)
  const [row] = await tx.rows<{ total: number }>(counts[name], [0, most, ...values])
  return row?.total ?? 0
}

function chosen({ type, account }: FeedFilter): { name: FilterName; values: readonly string[] } {
  if (account !== null) {
    return type === null ? { name: 'account', values: [account] } : { name: 'both', values: [account, type] }
  }
  return type === null ? { name: 'all', values: [] } : { name: 'type', values: [type] }
}

const byPositions = statement(
  'published_event.by_positions',
  `
select ${columns}
from unnest($2::int8[]) as asked(position)
cross join lateral (
  select x.*
  from published_event x
  where x.tenant_id = $1
    and x.position between asked.position and asked.position
  order by x.position
) as x`,
)

/** Loads the events at these positions that are still kept. */
export function loadPublishedEvents(
  tx: TenantTx,
  positions: readonly number[],
): Promise<PublishedEventRow[]> {
  return tx.rows(byPositions, [positions])
}

const remove = statement(
  'published_event.remove',
  `
delete from published_event x
using (
  select y.place
  from (
    select o.ctid as place, o.published_at
    from published_event o
    where o.tenant_id = $1
      and o.position > $2
    order by o.position
    limit $4
  ) as y
  where y.published_at <= $3
) as old
where x.tenant_id = $1
  and x.ctid = old.place
returning x.position`,
)

/** Deletes the first events after a position that were published by then, `limit` at most; returns their positions. */
export async function deletePublishedEvents(
  tx: TenantTx,
  after: number,
  publishedUntil: string,
  limit: number,
): Promise<number[]> {
  const rows = await tx.rows<{ position: number }>(remove, [after, publishedUntil, limit])
  return rows.map((row) => row.position)
}

const first = statement(
  'published_event.first',
  `
select x.published_at
from published_event x
where x.tenant_id = $1
  and x.position > $2
order by x.position
limit 1`,
)

/** When the first event after a position was published; null if there is none. */
export async function firstPublishedAt(tx: TenantTx, after: number): Promise<number | null> {
  const [row] = await tx.rows<{ published_at: number }>(first, [after])
  return row?.published_at ?? null
}
