import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { type ClusterNode, pidOf } from '@goodword/server/testing/cluster/cluster-node'
import { processorTimeTogetherMs } from '../processes/processor-time.ts'
import { execute } from './servers.ts'

/** What a node did: processor time of its server in milliseconds, and transactions that wrote. */
export type NodeWork = { readonly processorMs: number; readonly transactions: number }

/** Counts what nodes do while some work runs. */
export async function countWork(
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
