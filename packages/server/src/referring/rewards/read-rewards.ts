import { Refusal } from '@goodword/contract/frame/refusal'
import type { RewardWithUser } from '@goodword/contract/rewards/reward'
import { isUuid, type RewardId, type TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { loadFirstUsers, loadUsersByKey } from '../users/rows/users.ts'
import { summaryOf } from '../users/user-answer.ts'
import { rewardAnswer } from './reward-answer.ts'
import { type ListedRewardRow, listRewards, loadRewards, type RewardFilter } from './rows/reward-list.ts'

/** A page of rewards; an account that does not exist has none. */
export function readRewardPage(
  ctx: Context,
  tenantId: TenantId,
  filter: RewardFilter,
  page: PageQuestion,
): Promise<Page<RewardWithUser>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found = await listRewards(tx, filter, tx.now, request)
    return { ...found, rows: await withUsers(tx, found.rows) }
  })
}

/** Rewards with the users who earned them, or else the first ones of the accounts, in one statement of each kind. */
async function withUsers(
  tx: Transaction,
  rows: readonly ListedRewardRow[],
): Promise<readonly RewardWithUser[]> {
  const earners = rows.flatMap((row) => row.user_id ?? [])
  const accounts = rows.flatMap((row) => (row.user_id === null ? row.account_id : []))
  const [users, firstUsers] = await Promise.all([
    loadUsersByKey(tx, [...new Set(earners)]),
    loadFirstUsers(tx, accounts),
  ])
  return rows.map((row) => {
    const { user_id: earner, account_id: account } = row
    const user = earner === null ? firstUsers.get(account) : users.get(earner)
    return { ...rewardAnswer(row, tx.now), user: summaryOf(user) }
  })
}

/** A reward; null for an ID that no reward has. */
export async function readReward(
  ctx: Context,
  tenantId: TenantId,
  id: string,
): Promise<RewardWithUser | null> {
  if (!isUuid(id)) return null
  return ctx.readTenant(tenantId, async (tx) => {
    const [reward] = await withUsers(tx, await loadRewards(tx, [id as RewardId]))
    return reward ?? null
  })
}

export function rewardNotFound(): Refusal {
  const message = 'No reward has this ID. Use an ID from GET rewards.'
  return new Refusal('REWARD_NOT_FOUND', message, 'rewardId')
}
