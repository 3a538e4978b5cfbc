import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import {
  type Database,
  type DatabaseAddress,
  openDatabase,
  type ServiceAddress,
} from '../engine/driver/database.ts'
import { ensureServiceLogin } from '../engine/schema/service-login.ts'
import { createDatabase, type DatabaseServer, dropDatabase } from './database/database-server.ts'
import { NO_TIMEOUTS } from './endless.ts'

export type TestDatabase = {
  readonly address: DatabaseAddress
  /** Where the service logs in, with a role of its own. */
  readonly serviceAddress: ServiceAddress
  /** The database as the service connects: held by row-level security. */
  readonly service: Database
  /** The database as the operator's commands connect: past row-level security. */
  readonly owner: Database
  /** Connections of their own to the same database, as another process of the service would have. */
  readonly connectService: () => Database
}

/**
 * A fresh, migrated database for one test file, for `*.db.test.ts` alone. Call it once at the top of the file:
 * it is closed and dropped after the file's last test. Its connections give nothing up; a test of a limit opens one of
 * its own. The service logs in with the role of the template, unless it is to have one of this database's own.
 */
export async function createTestDatabase({ hasOwnRole = false } = {}): Promise<TestDatabase> {
  const server: DatabaseServer = inject('databaseServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, name, 'template')
  const address = { ...server, database: name }
  const owner = openDatabase(address, 'owner', 2, NO_TIMEOUTS)
  const login = hasOwnRole
    ? await ensureServiceLogin(owner, address, randomUUID())
    : await loginOfTemplate(owner, name)
  const serviceAddress = throughNode(server, login)
  const service = openDatabase(serviceAddress, 'service', 4, NO_TIMEOUTS)
  const opened = [service, owner]
  const connectService = (): Database => {
    const another = openDatabase(serviceAddress, 'service', 4, NO_TIMEOUTS)
    opened.push(another)
    return another
  }
  afterAll(async () => {
    await Promise.all(opened.map((it) => it.close()))
    await dropDatabase(server, name)
  })
  return { address, serviceAddress, service, owner, connectService }
}

async function loginOfTemplate(owner: Database, database: string): Promise<ServiceAddress> {
  // Rights on a database itself are not copied with it.
  await owner.query({ name: '', text: `revoke create, temporary on database ${database} from public` }, [])
  return { ...inject('templateAddress'), database } as ServiceAddress
}

/** The service may connect to any node of a cluster; GOODWORD_TEST_CLUSTER_NODE=worker says to a worker. */
function throughNode({ workers }: DatabaseServer, address: ServiceAddress): ServiceAddress {
  const [worker] = workers ?? []
  if (worker === undefined || process.env.GOODWORD_TEST_CLUSTER_NODE !== 'worker') return address
  // The roles of the coordinator are those of every node.
  return { ...address, port: worker.port } as ServiceAddress
}
