import type { ReferralId, RewardId } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../../engine/driver/by-key.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type ListedRewardRow, rewardList } from './reward-list.ts'

const ofRequest = statement(
  'reward.of_request',
  `
select ${rewardList.select}
from (
  select w.*
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.request_key', '$2')}
) as w
${rewardList.joins}`,
)

/** The reward that a request gave by hand. */
export async function findRewardOfRequest(tx: TenantTx, requestKey: string): Promise<ListedRewardRow | null> {
  const [row] = await tx.rows<ListedRewardRow>(ofRequest, [requestKey])
  return row ?? null
}

const amountsOfRequests = statement(
  'reward.amounts_of_requests',
  `
select w.request_key, w.amount
from unnest($2::text[]) as asked(request_key)
${joinByKey('reward w', 'request_key', 'asked.request_key')}`,
)

/** The amounts of the rewards that requests gave by hand, by the requests. */
export async function findAmountsOfRequests(
  tx: TenantTx,
  requestKeys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ request_key: string; amount: number }>(amountsOfRequests, [requestKeys])
  return new Map(rows.map((row) => [row.request_key, row.amount]))
}

const locked = statement(
  'reward.lock',
  `
select ${rewardList.select}
from (
  select w.*
  from reward w
  where w.tenant_id = $1
    and ${byKey('w.id', '$2::uuid')}
  for no key update
) as w
${rewardList.joins}`,
)

const settle = statement(
  'referral.settle_outstanding',
  `
update referral x
set outstanding_until = null
where x.tenant_id = $1
  and x.id between $2::uuid and $2::uuid`,
)

/** The referrer's reward of a referral is cancelled: it does not count towards the limit of unconfirmed conversions any more. */
export function settleOutstanding(tx: TenantTx, referral: ReferralId): void {
  tx.write(settle, [referral])
}

/** Locks a reward; null when there is none. */
export async function lockReward(tx: TenantTx, id: RewardId): Promise<ListedRewardRow | null> {
  const [row] = await tx.rows<ListedRewardRow>(locked, [id])
  return row ?? null
}
