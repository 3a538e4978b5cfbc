import type { AccountKey, RewardId } from '@goodword/domain/ids'
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

const lockedCredits = statement(
  'reward.lock_credits',
  `
select ${rewardList.select}
from reward w
${rewardList.joins}
where w.tenant_id = $1
  and w.account_id = $2::uuid
  and w.unit = $3
  and w.type in ('CREDIT', 'TIME_CREDIT')
  and w.cancelled_at is null
  and w.redeemed < w.amount
order by w.id
for no key update of w`,
)

/** Locks the credits of an account and unit that are not spent: two redemptions at once never see the same credit. */
export function lockCredits(tx: TenantTx, account: AccountKey, unit: string): Promise<ListedRewardRow[]> {
  return tx.rows(lockedCredits, [account, unit])
}
