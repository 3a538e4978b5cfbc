import type { UserSummary } from '@goodword/contract/users/user'
import type { RewardId, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf, type Timed } from '../../frame/page.ts'
import { loadFirstUsers, loadUsersByKey } from '../users/rows/users.ts'
import { userSummary } from '../users/user-summary.ts'
import { type RewardReading, rewardReading } from './reward-reading.ts'
import { type ListedRewardRow, listRewards, loadRewards, type RewardFilter } from './rows/reward-list.ts'

/** A reward in a list, with the user who earned it, or else the first one of the account. */
export type ListedRewardReading = RewardReading & { readonly user: UserSummary | null }

/** A page of rewards; an account that does not exist has none. */
export function readRewardPage(
  ctx: Context,
  tenantId: TenantId,
  filter: RewardFilter,
  page: PageQuestion,
): Promise<Timed<Page<ListedRewardReading>>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const { now } = tx
    const found = await listRewards(tx, filter, now, request)
    return { ...found, rows: await withUsers(tx, found.rows), now }
  })
}

/** Rewards with the users who earned them, in one statement of each kind. */
async function withUsers(
  tx: Transaction,
  rows: readonly ListedRewardRow[],
): Promise<readonly ListedRewardReading[]> {
  const earners = rows.flatMap((row) => row.user_id ?? [])
  const accounts = rows.flatMap((row) => (row.user_id === null ? row.account_id : []))
  const [users, firstUsers] = await Promise.all([
    loadUsersByKey(tx, [...new Set(earners)]),
    loadFirstUsers(tx, accounts),
  ])
  return rows.map((row) => {
    const { user_id: earner, account_id: account } = row
    const user = earner === null ? firstUsers.get(account) : users.get(earner)
    return { ...rewardReading(row), user: userSummary(user) }
  })
}

/** A reward; null for an ID that no reward has. */
export function readReward(
  ctx: Context,
  tenantId: TenantId,
  id: RewardId,
): Promise<Timed<ListedRewardReading> | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [reading] = await withUsers(tx, await loadRewards(tx, [id]))
    return reading === undefined ? null : { ...reading, now: tx.now }
  })
}
