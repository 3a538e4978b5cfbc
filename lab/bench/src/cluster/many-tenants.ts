import type { TenantId } from '@goodword/domain/values/ids'
import { createTenant } from '@goodword/server/administration/tenants/create-tenant'
import type { Context } from '@goodword/server/frame/context'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { type ClusterNode, pidOf } from '@goodword/server/testing/cluster/cluster-node'
import { rowsOf } from '../dataset/connections.ts'
import { processorTimeTogetherMs } from '../processes/server-usage.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import type { Effort } from './compare-operations.ts'
import { mediansInTurn, msPerCall } from './in-turn.ts'
import { identify, nextNumber } from './operations.ts'
import type { OpenedDatabase } from './routes.ts'
import { execute, type Servers } from './servers.ts'

/** Writes of many tenants that are all on one worker, and of as many on both. */
export type ManyTenants = {
  readonly tenants: number
  readonly rows: readonly ManyTenantsRow[]
}

export type ManyTenantsRow = {
  readonly name: string
  readonly writesPerSecond: number
  /** The work of one round on the coordinator and on each worker; of a plain server alone. */
  readonly work: readonly NodeWork[]
}

const CALLERS = 64
const CALLS = 2400
const QUICK_CALLS = 240

/** Tenants that are chosen by the node that they come to be on. */
export async function measureManyTenants(
  servers: Servers,
  plain: OpenedDatabase,
  cluster: OpenedDatabase,
  count: number,
  { rounds, isQuick }: Effort,
): Promise<ManyTenants> {
  const [first, second] = await namesByWorker(servers, cluster, count)
  const half = Math.ceil(count / 2)
  await createTenants(cluster.operator, [...first, ...second.slice(0, half)])
  await createTenants(plain.operator, first)
  const nodes = [servers.coordinator, ...servers.workers]
  const [byPlain, byCoordinator] = [contextOf(plain), contextOf(cluster)]
  const ways = [
    { name: 'plain PostgreSQL', ctx: byPlain, tenants: first, nodes: [servers.plain] },
    { name: 'all tenants on one worker', ctx: byCoordinator, tenants: first, nodes },
    {
      name: 'half of the tenants on each of two workers',
      ctx: byCoordinator,
      tenants: [...first.slice(0, count - half), ...second.slice(0, half)],
      nodes,
    },
  ]
  const lastWork = new Map<string, readonly NodeWork[]>()
  const medians = await mediansInTurn(ways, rounds, async ({ name, ctx, tenants, nodes: counted }) => {
    let ms = 0
    const work = await countWork(counted, async () => {
      ms = await msPerCall(CALLERS, isQuick ? QUICK_CALLS : CALLS, (index) =>
        identify(ctx, turnOf(tenants, index), nextNumber()),
      )
    })
    lastWork.set(name, work)
    return ms
  })
  const rows = ways.map((way) => ({
    name: way.name,
    writesPerSecond: 1000 / (medians.get(way) ?? Number.NaN),
    work: lastWork.get(way.name) ?? [],
  }))
  return { tenants: count, rows }
}

function contextOf({ routes: [first] }: OpenedDatabase): Context {
  if (first === undefined) throw new Error('database without a route')
  return first.ctx
}

async function createTenants(operator: Context, names: readonly TenantId[]): Promise<void> {
  for (const alias of names) await createTenant(operator, { alias })
}

/** New names of tenants whose shards are on the first, and on the second worker. */
async function namesByWorker(
  { workers }: Servers,
  { owner }: OpenedDatabase,
  count: number,
): Promise<readonly [readonly TenantId[], readonly TenantId[]]> {
  const names = Array.from({ length: count * 4 }, (_, index) => `many_${index}`)
  const placed = await rowsOf<{ name: TenantId; port: number }>(owner, placements, [names])
  const on = (port: number | undefined) =>
    placed.flatMap((it) => (it.port === port ? [it.name] : [])).slice(0, count)
  const [first, second] = [on(workers[0].port), on(workers[1].port)]
  if (first.length < count || second.length < count / 2)
    throw new Error('too few names of tenants for a worker')
  return [first, second]
}

const placements = `
select n.name, p.nodeport as port
from unnest($1::text[]) as n(name)
join pg_dist_shard_placement p on p.shardid = get_shard_id_for_distribution_column('app.program', n.name)
order by n.name`

/** The work of a node: processor time of its server in milliseconds, and transactions that wrote. */
type NodeWork = { readonly processorMs: number; readonly transactions: number }

/** Counts what nodes do while some work runs. */
async function countWork(
  nodes: readonly ClusterNode[],
  work: () => Promise<void>,
): Promise<readonly NodeWork[]> {
  const before = await Promise.all(nodes.map(workSoFar))
  await work()
  const after = await Promise.all(nodes.map(workSoFar))
  return after.map(({ processorMs, transactions }, index) => ({
    processorMs: processorMs - (before[index]?.processorMs ?? 0),
    transactions: transactions - (before[index]?.transactions ?? 0),
  }))
}

/** Processor time is 0 where the system does not report it. */
async function workSoFar(node: ClusterNode): Promise<NodeWork> {
  const pid = await pidOf(node)
  // Each transaction that writes takes a number.
  const [row] = await execute<{ next: string }>(node, CLUSTER_DATABASE, [
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  ])
  return {
    processorMs: pid === null ? 0 : ((await processorTimeTogetherMs(pid)) ?? 0),
    transactions: Number(row?.next),
  }
}
