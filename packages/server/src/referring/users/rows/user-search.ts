import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type FilterOf, list } from '../../../engine/lists/list.ts'
import { addedInTime, ofAccount } from '../../../engine/lists/list-filters.ts'
import { countOnce, type Page, type PageRequest, pageOf, readPage } from '../../../engine/lists/list-page.ts'
import { walkOf } from '../../../engine/lists/list-walk.ts'
import { LAST_ID, rangeOfPrefix, readSearch, searchInside } from '../../../engine/lists/search-page.ts'
import { type FullUserRow, fullUserColumns, fullUserJoins } from './users.ts'

/** How an id, a name, an e-mail or a code begins, each written as it is stored. */
export type Prefixes = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly code: string
}

const userList = list({
  name: 'account_user.list',
  select: fullUserColumns,
  table: 'account_user',
  alias: 'p',
  joins: fullUserJoins,
  filters: {
    accountId: ofAccount({ column: 'p.account_id', isById: true }),
    dateCreated: addedInTime('p'),
  },
  hasOldestFirst: true,
})

/** All users, oldest first. */
export const walkUsers = walkOf<FullUserRow>(userList)

export type UserFilter = FilterOf<typeof userList>

/** All users, or those of an account, newest first. */
export function listUsers(
  tx: TenantTx,
  filter: UserFilter,
  now: number,
  request: PageRequest,
): Promise<Page<FullUserRow>> {
  return readPage(tx, userList, filter, now, request)
}

// One range of an index each: an id, a name, a last name, an e-mail, any code that the person was ever given.
const matching = (most = '') => `
  (
    select p.id
    from account_user p
    where p.tenant_id = $1 and p.external_id >= $2 and p.external_id < $3
    order by p.external_id${most}
  )
  union
  (
    select p.id
    from account_user p
    where p.tenant_id = $1 and p.search_name >= $4 and p.search_name < $5
    order by p.search_name${most}
  )
  union
  (
    select p.id
    from account_user p
    where p.tenant_id = $1 and p.search_last_name >= $4 and p.search_last_name < $5
    order by p.search_last_name${most}
  )
  union
  (
    select p.id
    from account_user p
    where p.tenant_id = $1 and p.search_email >= $6 and p.search_email < $7
    order by p.search_email${most}
  )
  union
  (
    select c.user_id
    from referral_code c
    where c.tenant_id = $1 and c.code >= $8 and c.code < $9
    order by c.code${most}
  )`

// The page is cut from the ids alone, so that never more people than it shows are looked up.
const found = statement(
  'account_user.search_page',
  `
select ${fullUserColumns}
from (
  select any_of.id
  from (${matching()}
  ) as any_of
  where any_of.id < $11::uuid
  order by any_of.id desc
  limit $10
) as m
${joinByKey('account_user p', 'id', 'm.id')}
${fullUserJoins}
order by p.id desc`,
)

// For a prefix that very many begin with: the newest are found soon by a scan of all users from the newest on, where
// collecting and sorting all of them would take longer the more there are.
const foundAmongMany = statement(
  'account_user.search_page_of_many',
  `
select ${fullUserColumns}
from account_user p
${fullUserJoins}
where p.tenant_id = $1
  and p.id < $11::uuid
  and (
    (p.external_id >= $2 and p.external_id < $3)
    or (p.search_name >= $4 and p.search_name < $5)
    or (p.search_last_name >= $4 and p.search_last_name < $5)
    or (p.search_email >= $6 and p.search_email < $7)
    or (
      select true
      from referral_code c
      where c.tenant_id = $1 and c.code >= $8 and c.code < $9
        and ${byKey('c.user_id', 'p.id')}
      limit 1
    )
  )
order by p.id desc
limit $10`,
)

// Each range is read as far as is counted: what `union` leaves out as doubles, it collects first.
const counted = statement(
  'account_user.search_count',
  `
select count(*) as total
from (${matching('\n    limit $10')}
  limit $10
) as m`,
)

/** The people of blocked accounts, who are few; with ranges for prefixes, those of them who begin so. */
const blockedOnes = `
  from (
    select x.id
    from account x
    where x.tenant_id = $1
      and x.blocked_at is not null
    order by x.id
  ) as b
  cross join lateral (
    select o.*
    from account_user o
    where o.tenant_id = $1
      and o.account_id between b.id and b.id
    order by o.account_id, o.id
  ) as p
  where (
    $2::text is null
    or (p.external_id >= $2 and p.external_id < $3)
    or (p.search_name >= $4 and p.search_name < $5)
    or (p.search_last_name >= $4 and p.search_last_name < $5)
    or (p.search_email >= $6 and p.search_email < $7)
    or (
      select true
      from referral_code c
      where c.tenant_id = $1 and c.code >= $8 and c.code < $9
        and ${byKey('c.user_id', 'p.id')}
      limit 1
    )
  )`

const blockedPage = statement(
  'account_user.blocked_page',
  `
select ${fullUserColumns}
from (
  select p.id ${blockedOnes}
    and p.id < $11::uuid
  order by p.id desc
  limit $10
) as m
${joinByKey('account_user p', 'id', 'm.id')}
${fullUserJoins}
order by p.id desc`,
)

const blockedCount = statement(
  'account_user.blocked_count',
  `
select count(*) as total
from (
  select p.id ${blockedOnes}
  limit $10
) as m`,
)

/** The people of blocked accounts, newest first; those who begin so unless `prefixes` is null. */
export async function listBlockedUsers(
  tx: TenantTx,
  prefixes: Prefixes | null,
  request: PageRequest,
): Promise<Page<FullUserRow>> {
  const ranges = prefixes === null ? NO_RANGES : rangesOf(prefixes)
  const [rows, count] = await Promise.all([
    tx.rows<FullUserRow>(blockedPage, [...ranges, request.limit + 1, request.after ?? LAST_ID]),
    countOnce(request, [blockedCount.name, ranges], (most) => tx.rows(blockedCount, [...ranges, most])),
  ])
  return pageOf(rows, count, request)
}

const NO_RANGES: readonly (string | null)[] = [null, null, null, null, null, null, null, null]

const inside = searchInside('account_user', { columns: fullUserColumns, joins: fullUserJoins, alias: 'p' })

/** Finds the people who begin so, newest first; where there are none, those whose ID has the text anywhere. */
export function searchUsers(
  tx: TenantTx,
  prefixes: Prefixes,
  request: PageRequest,
): Promise<Page<FullUserRow>> {
  const search = { page: found, pageOfMany: foundAmongMany, count: counted, inside }
  return readSearch(tx, search, { text: prefixes.id, ranges: rangesOf(prefixes) }, request)
}

function rangesOf({ id, name, email, code }: Prefixes): readonly string[] {
  return [id, name, email, code].flatMap(rangeOfPrefix)
}
