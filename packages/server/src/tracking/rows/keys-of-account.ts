import { MAX_ACCOUNTS_PER_KEY, MAX_KEYS_PER_ACCOUNT } from '@goodword/domain/fraud/fraud-history'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import { byKey, deleteByCtid, joinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'

// For one account: of a list, the planner may think that it needs all keys of the tenant.
const refer = statement(
  'evidence_key.refer',
  `
update evidence_key x
set referring_account_id = $3
from (
  select y.ctid as place
  from evidence_key y
  where y.tenant_id = $1
    and ${byKey('y.account_id', '$2')}
  limit ${MAX_KEYS_PER_ACCOUNT}
) as own
where x.tenant_id = $1
  and x.ctid = own.place`,
)

/** Stores who referred an account that was seen with keys before. */
export function referSeenKeys(tx: TenantTx, account: AccountKey, referrer: AccountKey): void {
  tx.write(refer, [account, referrer])
}

const remove = statement(
  'evidence_key.delete_of_account',
  deleteByCtid('evidence_key', byKey('y.account_id', '$2')),
)

/** Deletes all keys of an account. */
export function deleteKeysOf(tx: TenantTx, account: AccountKey): void {
  tx.write(remove, [account])
}

// Friends of one referrer are read only while they do not know of each other, so that each of many is not read for each.
const friends = statement(
  'evidence_key.friends_in_common',
  `
select distinct a.external_id
from (
  select y.key, y.kind, y.referring_account_id
  from evidence_key y
  where y.tenant_id = $1
    and y.kind in ('card', 'device')
    and ${byKey('y.account_id', '$2')}
  limit ${MAX_KEYS_PER_ACCOUNT}
) as own
cross join lateral (
  select e.account_id, e.referring_account_id
  from evidence_key e
  where e.tenant_id = $1
    and ${byKey('e.key', 'own.key')}
  limit ${MAX_ACCOUNTS_PER_KEY}
) as friend
${joinByKey('referral r', 'referred_account_id', 'friend.account_id', 'not r.is_replaced')}
${joinByKey('account a', 'id', 'friend.account_id')}
where friend.account_id <> $2
  and (
    friend.referring_account_id = $2
    or (
      friend.referring_account_id = own.referring_account_id
      and coalesce(r.facts -> case own.kind when 'card' then 'friendsOnCard' else 'linkedFriends' end, '0') = '0'
    )
  )`,
)

/**
 * The accounts that share a card or a device with an account, and that it referred or that its own referrer referred: what
 * the account has shows more of them.
 */
export async function findFriendsInCommon(tx: TenantTx, account: AccountKey): Promise<readonly AccountId[]> {
  return (await tx.rows<{ external_id: AccountId }>(friends, [account])).map((row) => row.external_id)
}
