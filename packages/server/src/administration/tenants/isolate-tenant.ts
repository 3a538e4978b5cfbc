import type { TenantId } from '@goodword/domain/values/ids'
import { type ClusterState, type NodeShare, readClusterState } from '../../engine/cluster/cluster-state.ts'
import {
  countTenantRows,
  isAlone,
  isolateShard,
  readShardNodes,
  readTenantShard,
  type ShardNode,
  type TenantRows,
  type TenantShard,
} from '../../engine/cluster/tenant-shard.ts'
import type { Progress } from '../../engine/foundation/progress.ts'
import type { Context } from '../../frame/context.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'

export type Isolation = {
  readonly tenantId: TenantId
  readonly rows: TenantRows
  readonly shard: TenantShard
  readonly to: ShardNode
  /** How many other tenants the node `to` has. */
  readonly othersThere: number
}

export type IsolatedTenant = {
  readonly alias: TenantId
  readonly shard: string
  readonly from: string
  readonly to: string
  /** False when it had its own shard on that node already. */
  readonly changed: boolean
  /** How long writes of the tenants of the shard waited at most. */
  readonly ms?: number
}

/**
 * Plans to give a tenant a shard of its own, on the node `to` (`host:port`) or on the one node without tenants. Changes nothing.
 *
 * @throws OperatorError where that is not possible
 */
export async function planIsolation(ctx: Context, alias: string, to: string | null): Promise<Isolation> {
  const { db } = ctx
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  const nodes = nodesOf(await readClusterState(db))
  const [shard, rows, known] = await Promise.all([
    readTenantShard(db, tenantId),
    countTenantRows(db, tenantId),
    readShardNodes(db),
  ])
  const { node, tenants } = targetOf(nodes, shard, to)
  const target = known.find((it) => it.node === node)
  if (target === undefined) throw new Error(`node ${node} not found`)
  return { tenantId, rows, shard, to: target, othersThere: tenants - (node === shard.node ? 1 : 0) }
}

/** Whether there is nothing to do. */
export function isIsolated({ shard, to }: Isolation): boolean {
  return isAlone(shard) && shard.nodeId === to.nodeId
}

export async function isolateTenant(
  { db }: Context,
  plan: Isolation,
  progress: Progress,
): Promise<IsolatedTenant> {
  const { tenantId, shard: before, to } = plan
  if (isIsolated(plan)) {
    return { alias: tenantId, shard: before.shardId, from: to.node, to: to.node, changed: false }
  }
  const startedAt = performance.now()
  await isolateShard(db, before, to, progress).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperatorError(`The cluster refused, and nothing was changed: ${reason}`, { cause })
  })
  const ms = Math.round(performance.now() - startedAt)
  const shard = await readTenantShard(db, tenantId)
  if (!isIsolated({ ...plan, shard })) throw new Error(`${tenantId} is on ${shard.node} after its move`)
  return { alias: tenantId, shard: shard.shardId, from: before.node, to: to.node, changed: true, ms }
}

function nodesOf(state: ClusterState | null): readonly NodeShare[] {
  if (state === null) {
    throw new OperatorError(
      'The database is one PostgreSQL, so there is no other node for a tenant. See "Past one machine" in the guide "Databases" for a cluster.',
    )
  }
  if (state.unreachable.length > 0) {
    const nodes = state.unreachable.join(', ')
    throw new OperatorError(
      `Not every node of the cluster reaches ${nodes}. Start it, or check the network first.`,
    )
  }
  return state.nodes
}

function targetOf(nodes: readonly NodeShare[], shard: TenantShard, to: string | null): NodeShare {
  const addresses = nodes.map((it) => it.node).join(', ')
  if (to !== null) {
    const named = nodes.find((it) => it.node === to)
    if (named !== undefined) return named
    throw new OperatorError(`--to takes the address of a node that holds tenants, one of ${addresses}.`)
  }
  const isItsOwn = (it: NodeShare) => it.tenants === 1 && it.node === shard.node && isAlone(shard)
  const free = nodes.find(isItsOwn) ?? nodes.find((it) => it.tenants === 0)
  if (free !== undefined) return free
  throw new OperatorError(
    `Every node has tenants (${addresses}). Add one on the coordinator with select citus_add_node('<host>', <port>), or name one of these with --to.`,
  )
}
