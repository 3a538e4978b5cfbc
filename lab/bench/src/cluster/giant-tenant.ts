import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { TenantId } from '@goodword/domain/values/ids'
import { readTenantShard } from '@goodword/server/engine/cluster/tenant-shard'
import { lookUpCode } from '@goodword/server/referring/codes/look-up-codes'
import { readReferralPage } from '@goodword/server/referring/referrals/read-queue'
import { median } from '@goodword/trials/laboratory/report/quantiles'
import { turnOf } from '../scenarios/turn-of.ts'
import { addFriends, createFilledTenant } from './filled-tenant.ts'
import { msPerCall } from './in-turn.ts'
import { attribute, nextNumber } from './operations.ts'
import type { OpenedDatabase } from './routes.ts'

/** One tenant as it grows. */
export type GiantStep = {
  readonly referrals: number
  /** The size of all tables of its shard, with their indexes. */
  readonly shardBytes: number
  readonly writesPerSecond: number
  readonly lookUpMs: number
  readonly pageMs: number
}

export const GIANT = 'giant' as TenantId

const CALLERS = 64
const CALLS = 3200
const QUICK_CALLS = 320
const ROUNDS = 3
const page = { limit: 50, cursor: null, countAll: false }

/** Fills a tenant up to each number of referrals, and measures it at each. */
export async function measureGiant(
  cluster: OpenedDatabase,
  sizes: readonly number[],
  isQuick: boolean,
  report: (line: string) => void,
): Promise<readonly GiantStep[]> {
  const [route] = cluster.routes
  if (route === undefined) throw new Error('the cluster has no route')
  const { ctx } = route
  const steps: GiantStep[] = []
  const [smallest = 0] = sizes
  const { tenantId, referrers } = await createFilledTenant(cluster, GIANT, smallest)
  let filled = smallest
  for (const size of sizes) {
    if (size > filled) await addFriends(cluster, { tenantId, referrers }, filled + 1, size - filled)
    filled = size
    await cluster.owner.query('vacuum analyze')
    const ground = { ctx, tenantId, referrers, friends: [] }
    const medianOf = async (measure: () => Promise<number>) => {
      await measure()
      const values: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) values.push(await measure())
      return median(values)
    }
    const { bytes } = await readTenantShard(cluster.operator.db, tenantId)
    const step = {
      referrals: size,
      shardBytes: bytes,
      lookUpMs: await medianOf(() =>
        msPerCall(1, 100, (index) =>
          lookUpCode(ctx, tenantId, turnOf(referrers, index).code as ReferralCode),
        ),
      ),
      pageMs: await medianOf(() => msPerCall(1, 30, () => readReferralPage(ctx, tenantId, {}, page))),
      writesPerSecond:
        1000 /
        (await medianOf(() =>
          msPerCall(CALLERS, isQuick ? QUICK_CALLS : CALLS, () => attribute(ground, nextNumber())),
        )),
    }
    steps.push(step)
    report(`one tenant with ${size} referrals: ${Math.round(step.writesPerSecond)} writes/s`)
  }
  return steps
}
