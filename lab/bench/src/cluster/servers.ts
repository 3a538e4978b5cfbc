import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chosenPort } from '@goodword/server/start/free-port'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import {
  type ClusterNode,
  createNode,
  HOST,
  SUPERUSER,
  startNode,
  stopNode,
} from '@goodword/server/testing/cluster/cluster-node'
import { findCitus } from '@goodword/server/testing/cluster/find-citus'
import { startTemporaryCluster } from '@goodword/server/testing/cluster/temporary-cluster'
import pg from 'pg'
import { stopLater } from '../processes/stop-later.ts'

/** A plain PostgreSQL and a Citus cluster of the same version and settings, on this machine. */
export type Servers = {
  readonly plain: ClusterNode
  readonly coordinator: ClusterNode
  readonly workers: readonly [ClusterNode, ClusterNode]
  /** Stops all and removes their data. */
  readonly stop: () => Promise<void>
}

// Each statement is counted with its planning. Without waiting for the disk until `waitForDisk`: migrations need not.
const settings = {
  'pg_stat_statements.track_planning': 'on',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  fsync: 'off',
}

/** @throws Error with what to do, where Citus is not found */
export async function startServers(): Promise<Servers> {
  const origin = findCitus(process.env)
  if (typeof origin === 'string') throw new Error(origin)
  const { cluster, stop } = await startTemporaryCluster(origin, {
    ...settings,
    shared_preload_libraries: 'citus,pg_stat_statements',
  })
  const { programs, coordinator, workers } = cluster
  const [first, second] = workers
  // Beside the folders of the nodes, where it goes with the cluster if this process is killed.
  const folder = join(dirname(coordinator.folder), 'plain')
  const plain = { name: 'plain', folder, port: await chosenPort(0, HOST) }
  const stopAll = stopLater(async () => {
    await stopNode(programs, plain)
    await stop()
  })
  try {
    if (first === undefined || second === undefined) throw new Error('the cluster has no two workers')
    await mkdir(dirname(folder), { recursive: true })
    await createNode(programs, plain, { ...settings, shared_preload_libraries: 'pg_stat_statements' })
    await startNode(programs, plain)
    await execute(plain, 'postgres', [`create database ${CLUSTER_DATABASE}`])
    return { plain, coordinator, workers: [first, second], stop: stopAll }
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Makes a commit wait until it is on the disk before it is acknowledged. */
export async function waitForDisk({ plain, coordinator, workers }: Servers): Promise<void> {
  for (const node of [plain, coordinator, ...workers]) {
    await execute(node, 'postgres', ['alter system set fsync = on', 'select pg_reload_conf()', 'checkpoint'])
  }
}

/** Runs statements one by one as the superuser; returns the rows of the last. */
export async function execute<Row extends object>(
  node: ClusterNode,
  database: string,
  statements: readonly string[],
): Promise<readonly Row[]> {
  const client = new pg.Client({ host: HOST, port: node.port, user: SUPERUSER, database })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const text of statements) rows = (await client.query<Row>(text)).rows
    return rows
  } finally {
    await client.end()
  }
}
