import type { RewardId, TenantId } from '@goodword/domain/ids'
import { listRewards, type RewardFilter } from '../../store/ledger/reward-list.ts'
import { loadRewards } from '../../store/outward/event-records.ts'
import type { Context } from '../context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf, type Timed } from '../lists/page.ts'
import { type RewardReading, rewardReading } from './reward-reading.ts'

/** A page of rewards; an account that does not exist has none. */
export function readRewardPage(
  ctx: Context,
  tenantId: TenantId,
  filter: RewardFilter,
  page: PageQuestion,
): Promise<Timed<Page<RewardReading>>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const { now } = tx
    return { ...mapPage(await listRewards(tx, filter, now, request), rewardReading), now }
  })
}

/** A reward; null for an ID that no reward has. */
export function readReward(
  ctx: Context,
  tenantId: TenantId,
  id: RewardId,
): Promise<Timed<RewardReading> | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [row] = await loadRewards(tx, [id])
    return row === undefined ? null : { ...rewardReading(row), now: tx.now }
  })
}
