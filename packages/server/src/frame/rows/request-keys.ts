import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** A row that a request made, with the request's key. */
export type RequestedRow = {
  readonly id: string
  readonly account_id: AccountKey
  readonly user_id: Tables['reward']['user_id']
  readonly request_key: string | null
}

const rewards = statement(
  'reward.request_keys',
  `
select x.id, x.account_id, x.user_id, x.request_key
from reward x
where x.tenant_id = $1
  and x.account_id = $2
  and x.id > $3::uuid
order by x.account_id, x.id
limit $4`,
)

/** A page of an account's rewards after an ID. */
export function listRequestedRewards(
  tx: TenantTx,
  account: AccountKey,
  after: string,
  limit: number,
): Promise<RequestedRow[]> {
  return tx.rows(rewards, [account, after, limit])
}

const redemptions = statement(
  'redemption.request_keys',
  `
select x.id, x.account_id, null::uuid as user_id, x.request_key
from redemption x
where x.tenant_id = $1
  and x.id > $2::uuid
order by x.id
limit $3`,
)

/** A page of the tenant's redemptions after an ID: they have no index by account. */
export function listRequestedRedemptions(
  tx: TenantTx,
  after: string,
  limit: number,
): Promise<RequestedRow[]> {
  return tx.rows(redemptions, [after, limit])
}

/** Begins the placeholder of a request's key: the ID of its row follows. */
export const ERASED_KEY = 'erased '

const replaceIn = (table: 'reward' | 'redemption'): string => `
update ${table} x
set request_key = '${ERASED_KEY}' || x.id
where x.tenant_id = $1
  and x.ctid = (
    select y.ctid
    from ${table} y
    where y.tenant_id = $1
      and ${byKey('y.id', '$2')}
    for no key update
  )`

const replaceOfRewards = statement('reward.replace_request_keys', replaceIn('reward'))
const replaceOfRedemptions = statement('redemption.replace_request_keys', replaceIn('redemption'))

export function replaceRewardKeys(tx: TenantTx, ids: readonly string[]): void {
  for (const id of ids) tx.write(replaceOfRewards, [id], 1)
}

export function replaceRedemptionKeys(tx: TenantTx, ids: readonly string[]): void {
  for (const id of ids) tx.write(replaceOfRedemptions, [id], 1)
}
