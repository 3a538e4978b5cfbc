import type { RewardId } from '@goodword/domain/ids'
import { byKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
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

/** Locks a reward; null when there is none. */
export async function lockReward(tx: TenantTx, id: RewardId): Promise<ListedRewardRow | null> {
  const [row] = await tx.rows<ListedRewardRow>(locked, [id])
  return row ?? null
}
