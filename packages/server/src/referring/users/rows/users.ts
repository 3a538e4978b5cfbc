import type { AccountId, AccountKey, UserId, UserKey } from '@goodword/domain/values/ids'
import { byKey, firstFrom, joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type UserRow, userColumns } from '../../../tracking/rows/users.ts'

/** A person with the fields that all reads have. */
export type FullUserRow = UserRow & { account: AccountId; blocked_at: number | null }

/** The columns of a person, of a table that the statement calls `p`, with the joins for them. */
export const fullUserColumns = `${userColumns}, a.external_id as account, a.blocked_at`
export const fullUserJoins = joinByKey('account a', 'id', 'p.account_id')

const byKeys = statement(
  'account_user.by_keys',
  `
select ${fullUserColumns}
from unnest($2::uuid[]) as requested(id)
${joinByKey('account_user p', 'id', 'requested.id')}
${fullUserJoins}`,
)

export async function loadUsersByKey(
  tx: TenantTx,
  keys: readonly UserKey[],
): Promise<Map<UserKey, FullUserRow>> {
  const rows = await tx.rows<FullUserRow>(byKeys, [keys])
  return new Map(rows.map((row) => [row.id, row]))
}

const firstOfAccounts = statement(
  'account_user.first_of_accounts',
  `
select ${fullUserColumns}
from unnest($2::uuid[]) as requested(id)
cross join lateral (
  select x.*
  from account_user x
  where x.tenant_id = $1
    and x.account_id between requested.id and requested.id
  order by x.account_id, x.id
  limit 1
) as p
${fullUserJoins}`,
)

/** The first user of each of these accounts; an account without users has none. */
export async function loadFirstUsers(
  tx: TenantTx,
  accounts: readonly AccountKey[],
): Promise<ReadonlyMap<AccountKey, FullUserRow>> {
  if (accounts.length === 0) return new Map()
  const rows = await tx.rows<FullUserRow>(firstOfAccounts, [[...new Set(accounts)]])
  return new Map(rows.map((row) => [row.account_id, row]))
}

const byIds = statement(
  'account_user.find',
  `
select ${fullUserColumns}
from (
  select a.id, a.external_id, a.blocked_at
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', '$2')}
) as a
join lateral (
  select p.*
  from account_user p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['$3', 'a.id'])}
) as p on p.account_id = a.id`,
)

export async function findUser(tx: TenantTx, account: AccountId, user: UserId): Promise<FullUserRow | null> {
  const [row] = await tx.rows<FullUserRow>(byIds, [account, user])
  return row ?? null
}
