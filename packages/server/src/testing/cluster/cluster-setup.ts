import type { TestProject } from 'vitest/node'
import { makeTemplate } from '../database/database-server.ts'
import { CLUSTER_DATABASE } from './citus-cluster.ts'
import { HOST, SUPERUSER } from './cluster-node.ts'
import { findCitus } from './find-citus.ts'
import { startTemporaryCluster } from './temporary-cluster.ts'

/** Nothing waits for the disk: the rows of a test need not outlive the machine. */
const settings = {
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  jit: 'off',
}

/** Starts a Citus cluster for all tests of a project and makes the template on all of its nodes. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const origin = findCitus(process.env)
  if (typeof origin === 'string') throw new Error(origin)
  const { cluster, stop } = await startTemporaryCluster(origin, settings)
  const { coordinator, workers, programs } = cluster
  const server = {
    host: HOST,
    port: coordinator.port,
    user: SUPERUSER,
    database: CLUSTER_DATABASE,
    workers: workers.map(({ port }) => ({ port })),
  }
  try {
    project.provide('templateAddress', await makeTemplate(server))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('databaseServer', server)
  project.provide('postgresqlPrograms', programs)
  return stop
}
