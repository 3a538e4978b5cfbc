import { MAX_UNCONFIRMED_USERS } from '@goodword/domain/tracking/unconfirmed-users'
import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import { type UserRow, userColumns } from './users.ts'

/** A user that only unsigned calls named, and whether a confirmed conversion came by their code. */
export type UnconfirmedRow = UserRow & { is_earning: boolean }

const crowded = statement(
  'account_user.unconfirmed',
  `
select ${userColumns}, earning.id is not null as is_earning
from unnest($2::uuid[]) as those(id)
cross join lateral (
  select o.id
  from account_user o
  where o.tenant_id = $1
    and not o.confirmed
    and ${byKey('o.account_id', 'those.id')}, o.id
  offset $3
  limit 1
) as last
cross join lateral (
  select ${userColumns}
  from account_user p
  where p.tenant_id = $1
    and not p.confirmed
    and ${byKey('p.account_id', 'those.id')}, p.id
  limit $4
) as p
left join lateral (
  select r.id
  from referral r
  where r.tenant_id = $1
    and r.converted_at is not null
    and r.unconfirmed_at is null
    and ${byKey('r.referring_user_id', 'p.id')}
  limit 1
) as earning on true`,
)

/**
 * The users that only unsigned calls named, oldest first, of the accounts that have so many of them that the new ones of a list
 * of calls may be beyond the limit.
 */
export function loadUnconfirmedUsers(
  tx: TenantTx,
  accounts: readonly AccountKey[],
  newUsers: number,
): Promise<UnconfirmedRow[]> {
  const before = Math.max(0, MAX_UNCONFIRMED_USERS - newUsers - 1)
  return tx.rows(crowded, [accounts, before, MAX_UNCONFIRMED_USERS + newUsers])
}
