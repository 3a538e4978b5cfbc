import type { TenantId } from '@goodword/domain/values/ids'
import { isolateTenant, planIsolation } from '@goodword/server/administration/tenants/isolate-tenant'
import { readShardNodes, readTenantShard } from '@goodword/server/engine/cluster/tenant-shard'
import type { Context } from '@goodword/server/frame/context'
import { identify, nextNumber } from './operations.ts'
import type { OpenedDatabase } from './routes.ts'

/** What isolating a tenant took, while it and a tenant of another shard were written to. */
export type MeasuredIsolation = {
  readonly shardBytes: number
  readonly ms: number
  readonly ofTenant: Writes
  readonly ofOther: Writes
}

type Writes = { readonly count: number; readonly longestMs: number }

export async function measureIsolation(
  { operator, routes }: OpenedDatabase,
  tenantId: TenantId,
  other: TenantId,
): Promise<MeasuredIsolation> {
  const [route] = routes
  if (route === undefined) throw new Error('the cluster has no route')
  const shard = await readTenantShard(operator.db, tenantId)
  const nodes = await readShardNodes(operator.db)
  const target = nodes.find((it) => it.nodeId !== shard.nodeId)?.node ?? null
  const plan = await planIsolation(operator, tenantId, target)
  const writers = [tenantId, other].map((it) => startWriter(route.ctx, it))
  const { ms } = await isolateTenant(operator, plan, () => undefined)
  const [ofTenant, ofOther] = await Promise.all(writers.map((stop) => stop()))
  if (ms === undefined || ofTenant === undefined || ofOther === undefined)
    throw new Error('nothing was isolated')
  return { shardBytes: shard.bytes, ms, ofTenant, ofOther }
}

/** Writes one new user after the other until it is stopped; no write may fail. */
function startWriter(ctx: Context, tenantId: TenantId): () => Promise<Writes> {
  let isStopped = false
  let count = 0
  let longestMs = 0
  const writing = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await identify(ctx, tenantId, nextNumber())
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      count += 1
    }
  })()
  return async () => {
    isStopped = true
    await writing
    return { count, longestMs }
  }
}
