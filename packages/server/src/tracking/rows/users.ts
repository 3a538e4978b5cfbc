import type { User } from '@goodword/domain/referrals/account'
import { emailSearchKey, nameKey, searchKey } from '@goodword/domain/referrals/search-key'
import { emailKey } from '@goodword/domain/values/email-key'
import type { AccountKey, UserId } from '@goodword/domain/values/ids'
import { firstFrom } from '../../engine/driver/by-key.ts'
import { columnList, type RowOf, rowInsert, rowUpdate, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** Made of the other columns, to be searched by. */
const derived = ['email_key', 'search_name', 'search_last_name', 'search_email'] as const

export type UserRow = Omit<Tables['account_user'], (typeof derived)[number]>

/** The columns of a `UserRow`, of a table that the statement calls `p`. */
export const userColumns = columnList('p', 'account_user', derived)

/** The order of the people of an account with one e-mail address: those with trusted evidence first, as in the index. */
export const trustedFirst = 'p.email_claimed, p.confirmed desc'

/** How many people of an account are looked at for those that a browser named. */
const MAX_LOOKED_AT = 8

const find = statement(
  'account_user.of_accounts',
  `
select ${userColumns}
from unnest($2::uuid[]) as those(id)
cross join lateral (
  select ${userColumns}
  from account_user p
  where p.tenant_id = $1
    and p.account_id between those.id and those.id
  order by p.account_id, p.id
  limit 1
) as p
union all
select ${userColumns}
from unnest($3::uuid[], $4::text[]) as named(account_id, person)
join lateral (
  select ${userColumns}
  from account_user p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['named.person', 'named.account_id'])}
) as p on p.account_id = named.account_id
union all
select ${userColumns}
from unnest($5::uuid[]) as those(id)
cross join lateral (
  select ${userColumns}
  from (
    select ${userColumns}
    from account_user p
    where p.tenant_id = $1
      and p.account_id between those.id and those.id
    order by p.account_id, p.id
    limit ${MAX_LOOKED_AT}
  ) as p
  where p.browser_seen_at is not null
) as p`,
)

/** A person that a call names. */
export type NamedUser = { readonly account: AccountKey; readonly userId: UserId }

/**
 * The first person of each of these accounts, those who are named, and of the accounts that a code would refer, among their first
 * people, those that a browser named: the code may be in the cookie of one of them, and a later call of a browser does not show
 * that a friend came by a link.
 */
export function loadUsers(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  named: readonly NamedUser[],
  attributed: readonly AccountKey[],
): Promise<UserRow[]> {
  return tx.rows(find, [accounts, named.map((it) => it.account), named.map((it) => it.userId), attributed])
}

const insert = rowInsert('account_user')
// A user that only unsigned calls named can give way to another, who has the row from then on.
// Whether they are shown on the leaderboard is no matter of tracking.
const update = rowUpdate('account_user', ['account_id', 'leaderboard_since'])
const insertGivenCodes = rowInsert('referral_code', {
  columns: ['code', 'account_id', 'user_id', 'created_at'],
})

/** A user with the account that they belong to. */
export type UserOfAccount = { readonly account: AccountKey; readonly user: User }

/** Adds people; the code that each of them shares is added beside. */
export function insertUsers(tx: TenantTx, users: readonly UserOfAccount[]): void {
  sendRows(tx, insert, users.map(userRow))
}

/** Gives people the code that they share from now on; a code that another user already has is a lost race. */
export function insertCodes(tx: TimedTx, users: readonly UserOfAccount[]): void {
  const codes = users.map(({ account, user }) => ({
    code: user.code,
    account_id: account,
    user_id: user.key,
    created_at: tx.now,
  }))
  sendRows(tx, insertGivenCodes, codes)
}

export function updateUsers(tx: TenantTx, users: readonly UserOfAccount[]): void {
  sendRows(tx, update, users.map(userRow))
}

export function userOf(row: UserRow): User {
  return {
    key: row.id,
    id: row.external_id,
    code: row.code,
    email: row.email,
    isEmailClaimed: row.email_claimed,
    isEmailTrusted: row.email_trusted,
    isConfirmed: row.confirmed,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    browserSeenAt: row.browser_seen_at,
    cookieCode: row.weighed_cookie,
    createdAt: row.created_at,
  }
}

export function userRow({ account, user }: UserOfAccount): RowOf<'account_user'> {
  return {
    id: user.key,
    account_id: account,
    external_id: user.id,
    code: user.code,
    email: user.email,
    email_claimed: user.isEmailClaimed,
    email_trusted: user.isEmailTrusted,
    confirmed: user.isConfirmed,
    email_key: user.email === null ? null : emailKey(user.email),
    search_name: nameKey(user),
    search_last_name: user.lastName === null ? null : searchKey(user.lastName),
    search_email: user.email === null ? null : emailSearchKey(user.email),
    first_name: user.firstName,
    last_name: user.lastName,
    locale: user.locale,
    browser_seen_at: user.browserSeenAt,
    weighed_cookie: user.cookieCode,
    created_at: user.createdAt,
    leaderboard_since: null,
  }
}
