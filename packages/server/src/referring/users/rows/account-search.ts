import { joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { list } from '../../../engine/lists/list.ts'
import { type Page, type PageRequest, readPage } from '../../../engine/lists/list-page.ts'
import { rangeOfPrefix, readSearch, searchInside } from '../../../engine/lists/search-page.ts'
import { type AccountRow, accountColumns } from '../../../tracking/rows/accounts.ts'

const accountList = list({
  name: 'account.list',
  select: accountColumns,
  table: 'account',
  alias: 'x',
  joins: '',
  filters: {},
})

/** All accounts, newest first. */
export function listAccounts(tx: TenantTx, now: number, request: PageRequest): Promise<Page<AccountRow>> {
  return readPage(tx, accountList, {}, now, request)
}

// One range of an index each: the merchant's ID, the customer at the payment processor.
const matching = (most = '') => `
  (
    select o.id
    from account o
    where o.tenant_id = $1 and o.external_id >= $2 and o.external_id < $3
    order by o.external_id${most}
  )
  union
  (
    select o.id
    from account o
    where o.tenant_id = $1 and o.provider_id >= $2 and o.provider_id < $3
    order by o.provider_id${most}
  )`

// The page is cut from the IDs alone, so that never more accounts than it shows are looked up.
const found = statement(
  'account.search_page',
  `
select ${accountColumns}
from (
  select any_of.id
  from (${matching()}
  ) as any_of
  where any_of.id < $5::uuid
  order by any_of.id desc
  limit $4
) as m
${joinByKey('account x', 'id', 'm.id')}
order by x.id desc`,
)

// For a prefix that very many begin with, such as one that all have: the newest are found soon by a scan from the newest on.
const foundAmongMany = statement(
  'account.search_page_of_many',
  `
select ${accountColumns}
from account x
where x.tenant_id = $1
  and x.id < $5::uuid
  and (
    (x.external_id >= $2 and x.external_id < $3)
    or (x.provider_id >= $2 and x.provider_id < $3)
  )
order by x.id desc
limit $4`,
)

// Each range is read as far as is counted: what `union` leaves out as doubles, it collects first.
const counted = statement(
  'account.search_count',
  `
select count(*) as total
from (${matching('\n    limit $4')}
  limit $4
) as m`,
)

const inside = searchInside('account', { columns: accountColumns, joins: '', alias: 'x' })

/** Accounts whose ID or customer ID begins so, newest first; where there are none, those whose ID has the text anywhere. */
export function searchAccounts(
  tx: TenantTx,
  prefix: string,
  request: PageRequest,
): Promise<Page<AccountRow>> {
  const search = { page: found, pageOfMany: foundAmongMany, count: counted, inside }
  return readSearch(tx, search, { text: prefix, ranges: rangeOfPrefix(prefix) }, request)
}
