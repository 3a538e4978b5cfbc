import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chosenPort } from '@goodword/server/start/free-port'
import { addressOf, type Cluster } from '@goodword/server/testing/cluster/citus-cluster'
import {
  type ClusterNode,
  createNode,
  HOST,
  SUPERUSER,
  startNode,
  stopNode,
} from '@goodword/server/testing/cluster/cluster-node'
import type { CitusOrigin } from '@goodword/server/testing/cluster/find-citus'
import { slotOf, startStandby } from '@goodword/server/testing/cluster/standby'
import { startTemporaryCluster } from '@goodword/server/testing/cluster/temporary-cluster'
import { runCommand } from '@goodword/server/testing/run-command'
import { asOwner } from '../crash/database-faults.ts'
import { orStop } from '../crash/goodword-targets.ts'
import {
  createBothModes,
  startGoodword,
  type Tenant,
  trialEnvironment,
  untilReady,
} from '../laboratory/processes/goodword.ts'
import type { GuardedProgram } from '../laboratory/processes/guarded-program.ts'
import { heldPort } from '../laboratory/processes/held-port.ts'

/** A tenant of the trial. It may move to another node later. */
export type TenantOnNode = Tenant & { readonly firstNode: ClusterNode }

/** A cluster with two web processes and a worker process, and tenants on both workers of the cluster. */
export type Fleet = {
  readonly cluster: Cluster
  /** The database on the coordinator. */
  readonly database: string
  readonly urls: { readonly throughCoordinator: string; readonly throughWorker: string }
  readonly tenants: readonly TenantOnNode[]
  /** Another node that runs; the cluster does not know it yet. */
  createNode(name: string): Promise<ClusterNode>
  /** A synchronous streaming replica of a node. */
  createStandby(primary: ClusterNode): Promise<ClusterNode>
  /** Processes of the service that ended: there must be none. */
  readonly ended: readonly string[]
  stop(): Promise<void>
}

/** Enough for each node that its transactions could hold every connection of a process. */
const TENANTS_PER_NODE = 6

const settings = { max_wal_size: '1GB', shared_buffers: '96MB' }

export async function startFleet(origin: CitusOrigin): Promise<Fleet> {
  const { cluster, stop: stopCluster } = await startTemporaryCluster(origin, settings)
  const { programs, coordinator, workers } = cluster
  const database = addressOf(coordinator)
  const programsOfService: GuardedProgram[] = []
  const nodes: ClusterNode[] = []
  const ended: string[] = []
  let isStopping = false
  const stop = async (): Promise<void> => {
    isStopping = true
    await Promise.all(
      programsOfService.map(async (it) => {
        await it.endBy('SIGKILL')
      }),
    )
    await Promise.all(nodes.map((it) => stopNode(programs, it)))
    await stopCluster()
  }

  return orStop(stop, async () => {
    const [first] = workers
    if (first === undefined) throw new Error('a cluster has no worker')
    const shared = {
      ...trialEnvironment,
      SECRET_KEY: randomBytes(32).toString('hex'),
      DATABASE_URL: database,
    }
    await onDatabase(database, 'create role goodword_login login')
    const throughWorker = {
      ...shared,
      DATABASE_OWNER_URL: database,
      DATABASE_URL: addressOf(first).replace(`//${SUPERUSER}@`, '//goodword_login@'),
    }
    const tenants = await createTenantsOnNodes(shared, cluster)
    // Gives the login its rights, on every node.
    const { code, errors } = await runCommand(throughWorker, 'migrate')
    if (code !== 0) throw new Error(`the login got no rights: ${errors}`)
    const urls = {
      throughCoordinator: await startProcess({ ...shared, PROCESS: 'web' }),
      throughWorker: await startProcess({ ...throughWorker, PROCESS: 'web' }),
    }
    await startProcess({ ...shared, PROCESS: 'worker' })
    return {
      cluster,
      database,
      urls,
      tenants,
      ended,
      stop,
      async createNode(name) {
        const node = await newNode(name)
        await createNode(programs, node, settings)
        await startNode(programs, node)
        return node
      },
      async createStandby(primary) {
        const node = await newNode(`${primary.name}-standby`)
        await startStandby(programs, primary, node)
        const address = addressOf(primary)
        await onDatabase(address, `alter system set synchronous_standby_names = '${slotOf(node)}'`)
        await onDatabase(address, 'select pg_reload_conf()')
        await untilSynchronous(address)
        return node
      },
    }
  })

  async function newNode(name: string): Promise<ClusterNode> {
    const folder = join(dirname(coordinator.folder), name)
    const node = { name, folder, port: await chosenPort(0, HOST) }
    nodes.push(node)
    return node
  }

  async function startProcess(env: Readonly<Record<string, string>>): Promise<string> {
    const port = await heldPort()
    const program = startGoodword({ env: { ...env, PORT: `${port}` } })
    programsOfService.push(program)
    void program.ended.then(({ code, errors }) => {
      if (!isStopping) ended.push(`${env.PROCESS} ended with ${code}: ${errors}`)
    })
    const url = `http://127.0.0.1:${port}`
    await untilReady(url)
    return url
  }
}

/** Creates tenants until there are enough on each worker of the cluster. */
async function createTenantsOnNodes(
  env: Readonly<Record<string, string>>,
  { workers, coordinator }: Cluster,
): Promise<readonly TenantOnNode[]> {
  const placed = new Map(workers.map((it) => [it, [] as TenantOnNode[]]))
  const isDone = () => [...placed.values()].every((it) => it.length === TENANTS_PER_NODE)
  for (let merchants = 1; !isDone(); merchants += 1) {
    const { live, test } = await createBothModes(env, `fleet_${merchants}`)
    for (const tenant of [live, test]) {
      const port = await nodeOf(addressOf(coordinator), tenant.alias)
      const firstNode = workers.find((it) => it.port === port)
      const others = firstNode === undefined ? undefined : placed.get(firstNode)
      if (firstNode === undefined || others === undefined)
        throw new Error(`${tenant.alias} is on port ${port}`)
      if (others.length < TENANTS_PER_NODE) others.push({ ...tenant, firstNode })
    }
  }
  return [...placed.values()].flat()
}

/** Commits wait for the standby from then on. */
async function untilSynchronous(primary: string): Promise<void> {
  for (;;) {
    const text = "select from pg_stat_replication where sync_state = 'sync'"
    if ((await onDatabase(primary, text)).length > 0) return
    await pause(50)
  }
}

/** The port of the node that a tenant is on. */
export async function nodeOf(database: string, tenant: string): Promise<number> {
  const [found] = await onDatabase<{ port: number }>(
    database,
    `select n.nodeport as port
     from pg_dist_placement p
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     where p.shardid = get_shard_id_for_distribution_column('app.program', $1::text)`,
    [tenant],
  )
  if (found === undefined) throw new Error(`${tenant} is on no node`)
  return found.port
}

/** Runs one statement on a node, as the owner of the database; returns its rows. */
export function onDatabase<Row>(
  address: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return asOwner({ connectionString: address }, (owner) => owner.query<Row>({ name: '', text }, values))
}
