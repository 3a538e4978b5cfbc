import { MAX_KEYS_PER_ACCOUNT } from '@goodword/domain/fraud/fraud-history'
import type { AccountId, AccountKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

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
  `
delete from evidence_key x
using (
  select y.ctid as place
  from evidence_key y
  where y.tenant_id = $1
    and ${byKey('y.account_id', '$2')}
) as old
where x.tenant_id = $1
  and x.ctid = old.place`,
)

/** Deletes all keys of an account. */
export function deleteKeysOf(tx: TenantTx, account: AccountKey): void {
  tx.write(remove, [account])
}

const friends = statement(
  'evidence_key.friends_with_common',
  `
select distinct a.external_id
from (
  select y.key
  from evidence_key y
  where y.tenant_id = $1
    and y.kind in ('card', 'device')
    and ${byKey('y.account_id', '$2')}
) as own
cross join lateral (
  select e.account_id
  from evidence_key e
  where e.tenant_id = $1
    and e.referring_account_id = $2
    and ${byKey('e.key', 'own.key')}
) as friend
${joinByKey('account a', 'id', 'friend.account_id')}`,
)

/** The accounts that an account referred and that share a card or a device with it. */
export async function findFriendsInCommon(tx: TenantTx, account: AccountKey): Promise<readonly AccountId[]> {
  return (await tx.rows<{ external_id: AccountId }>(friends, [account])).map((row) => row.external_id)
}
