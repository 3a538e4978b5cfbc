import { type Database, openDatabase, type ServiceAddress } from '@goodword/server/engine/driver/database'
import { systemClock } from '@goodword/server/engine/foundation/clock'
import { migrate } from '@goodword/server/engine/schema/migrate'
import { ensureServiceLogin } from '@goodword/server/engine/schema/service-login'
import { createSecretBox } from '@goodword/server/engine/secrets/secret-box'
import { makeSecretKey } from '@goodword/server/engine/secrets/secret-key'
import type { Context } from '@goodword/server/frame/context'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import { type ClusterNode, HOST, SUPERUSER } from '@goodword/server/testing/cluster/cluster-node'
import { NO_TIMEOUTS } from '@goodword/server/testing/endless'
import { testContext } from '@goodword/server/testing/test-context'
import type pg from 'pg'
import { openConnections } from '../dataset/connections.ts'
import type { Servers } from './servers.ts'

/** One way to a database, as a process of the service has it. */
export type Route = {
  readonly name: 'plain' | 'coordinator' | 'worker'
  readonly node: ClusterNode
  readonly ctx: Context
}

/** A migrated database with the ways to it. */
export type OpenedDatabase = {
  readonly routes: readonly Route[]
  /** The operator's context, and connections past row-level security. */
  readonly operator: Context
  readonly owner: pg.Pool
  readonly close: () => Promise<void>
}

/** Commits of the largest batches take longer than a process of the service waits where nothing else is at work. */
const PATIENT = { ...NO_TIMEOUTS, connectionMs: 10_000 }

export function openPlain({ plain }: Servers): Promise<OpenedDatabase> {
  return open(plain, [{ name: 'plain', node: plain }])
}

export function openCluster({ coordinator, workers }: Servers): Promise<OpenedDatabase> {
  return open(coordinator, [
    { name: 'coordinator', node: coordinator },
    { name: 'worker', node: workers[0] },
  ])
}

async function open(
  main: ClusterNode,
  ways: readonly Pick<Route, 'name' | 'node'>[],
): Promise<OpenedDatabase> {
  const address = { host: HOST, port: main.port, user: SUPERUSER, database: CLUSTER_DATABASE }
  const owner = openDatabase(address, 'owner', 2)
  const opened: Database[] = [owner]
  await migrate(owner)
  const service = await ensureServiceLogin(owner, address, 'bench')
  const routes = ways.map(({ name, node }): Route => {
    // The roles of the coordinator are those of every node.
    const db = openDatabase({ ...service, port: node.port } as ServiceAddress, 'service', 8, PATIENT)
    opened.push(db)
    return { name, node, ctx: contextOf(db) }
  })
  const connections = openConnections(address)
  // Connections that are idle when the servers are stopped.
  connections.on('error', () => undefined)
  // A cluster creates it on every node.
  await connections.query('create extension pg_stat_statements schema public')
  return {
    routes,
    operator: contextOf(owner),
    owner: connections,
    async close() {
      await connections.end()
      await Promise.all(opened.map((it) => it.close()))
    },
  }
}

const secretBox = createSecretBox(makeSecretKey())

function contextOf(db: Database): Context {
  return testContext(db, systemClock, { secretBox })
}
