import type { RewardId } from '@goodword/domain/ids'
import { type ListedRewardRow, rewardList } from './reward-list.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

const ofRequest = statement(
  'reward.of_request',
  `
select ${rewardList.select}
from reward w
${rewardList.joins}
where w.tenant_id = $1
  and w.request_key = $2`,
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
from reward w
${rewardList.joins}
where w.tenant_id = $1
  and w.id = $2::uuid
for no key update of w`,
)

/** Locks a reward; null when there is none. */
export async function lockReward(tx: TenantTx, id: RewardId): Promise<ListedRewardRow | null> {
  const [row] = await tx.rows<ListedRewardRow>(locked, [id])
  return row ?? null
}
