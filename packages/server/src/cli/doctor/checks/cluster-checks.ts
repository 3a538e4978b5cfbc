import { type ClusterState, type NodeShare, readClusterState } from '../../../engine/cluster/cluster-state.ts'
import type { Database } from '../../../engine/driver/database.ts'
import type { Check } from '../check.ts'

/** Looks at the nodes of a distributed database; nothing for any other. */
export async function checkCluster(owner: Database): Promise<readonly Check[]> {
  const state = await readClusterState(owner)
  return state === null ? [] : clusterChecks(state)
}

export function clusterChecks(state: ClusterState): readonly Check[] {
  const balance = state.nodes.length === 0 ? [] : [balanceCheck(state.nodes)]
  return [nodesCheck(state), tablesCheck(state), ...balance]
}

function nodesCheck({ unreachable, isCoordinator, nodes }: ClusterState): Check {
  const name = 'cluster nodes'
  if (unreachable.length > 0) {
    const message = `Not every node of the cluster reaches ${unreachable.join(', ')}. Requests of tenants on such a node get 503 meanwhile. Start it, or check the network between the nodes.`
    return { name, ok: false, message }
  }
  if (!isCoordinator) {
    const message =
      'The database user is connected to a worker of the cluster, which cannot run migrations. Let DATABASE_OWNER_URL, or DATABASE_URL without it, name the coordinator.'
    return { name, ok: false, message }
  }
  return {
    name,
    ok: true,
    message: `The coordinator and ${counted(nodes.length, 'node')} with tenants respond.`,
  }
}

function tablesCheck({ notDistributed }: ClusterState): Check {
  const name = 'distributed tables'
  if (notDistributed.length === 0) return { name, ok: true, message: 'Every table is distributed.' }
  const message = `${notDistributed.join(', ')} lie on the coordinator alone. Stop the service and run "goodword-server cluster distribute".`
  return { name, ok: false, message }
}

/** The fullest node may have so many times the bytes of the average. */
const SKEWED = 1.5
/** Below this no node is full. */
const SMALL_BYTES = 100 * 2 ** 20

function balanceCheck(nodes: readonly NodeShare[]): Check {
  const name = 'balance of nodes'
  const shares = nodes.map(
    (it) =>
      `${it.node} has ${counted(it.tenants, 'tenant')}, about ${counted(Math.round(it.rows), 'row')} and ${megabytes(it.bytes)} MB`,
  )
  const message = `${shares.join('; ')}.`
  const average = nodes.reduce((sum, it) => sum + it.bytes, 0) / nodes.length
  const fullest = nodes.reduce((most, it) => (it.bytes > most.bytes ? it : most))
  if (fullest.bytes < SMALL_BYTES || fullest.bytes <= SKEWED * average) return { name, ok: true, message }
  const times = (fullest.bytes / average).toFixed(1)
  const advice = `${fullest.node} has ${times} times the average. Rebalance the shards as in the guide Past one machine; if one tenant is that large, first give it a node of its own with "goodword-server tenant isolate <alias>".`
  return { name, ok: true, advice: true, message: `${message} ${advice}` }
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1)
}
