import { MAX_KEYS_PER_ACCOUNT } from '@goodword/domain/fraud/fraud-history'
import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

// Bounded like the reading of an account's keys.
const refer = statement(
  'evidence_key.refer',
  `
update evidence_key x
set referring_account_id = own.referrer
from (
  select y.ctid as place, referred.referrer
  from unnest($2::uuid[], $3::uuid[]) as referred(account, referrer)
  cross join lateral (
    select e.ctid
    from evidence_key e
    where e.tenant_id = $1
      and ${byKey('e.account_id', 'referred.account')}
    limit ${MAX_KEYS_PER_ACCOUNT}
  ) as y
) as own
where x.tenant_id = $1
  and x.ctid = own.place`,
)

/** Stores who referred accounts that were seen with keys before. */
export function referSeenKeys(
  tx: TenantTx,
  referred: readonly { readonly account: AccountKey; readonly referrer: AccountKey }[],
): void {
  if (referred.length === 0) return
  tx.write(refer, [referred.map((it) => it.account), referred.map((it) => it.referrer)])
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
