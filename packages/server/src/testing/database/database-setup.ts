import type { TestProject } from 'vitest/node'
import type { ServiceAddress } from '../../engine/driver/database.ts'
import { makeTemplate } from './database-server.ts'
import { type StartedServer, startTemporaryServer } from './start-server.ts'

/** Small, and without waiting for the disk: the rows of a test need not outlive the machine. */
const settings = {
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_connections: '400',
  fsync: 'off',
  full_page_writes: 'off',
  // It would look at each test database every few seconds, of which most last no longer.
  autovacuum_naptime: '1min',
  // Where there is a compiler, it takes longer for the plans of some tests than they run.
  jit: 'off',
  // Two processes would start for each look at all tables, which takes longer than to read them.
  max_parallel_workers_per_gather: '0',
}

/**
 * The PostgreSQL that comes with the packages, or the one whose programs are in the folder that GOODWORD_TEST_POSTGRES
 * names.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return startTestServer(project, process.env.GOODWORD_TEST_POSTGRES ?? '')
}

type ServerWithTemplate = StartedServer & { readonly templateAddress: ServiceAddress }
type SharedServer = { readonly started: Promise<ServerWithTemplate>; users: number }

/** The servers by the folder of their programs. */
const servers = new Map<string, SharedServer>()

/**
 * Provides a PostgreSQL with the template, which all projects of a run on the same programs share; returns how to take both
 * away again. `programs` is the folder of another PostgreSQL than the one that comes with the packages, or empty.
 */
export async function startTestServer(project: TestProject, programs: string): Promise<() => Promise<void>> {
  const shared = servers.get(programs) ?? { started: startWithTemplate(programs), users: 0 }
  servers.set(programs, shared)
  shared.users += 1
  const { connection, templateAddress, stop } = await shared.started
  project.provide('databaseServer', connection)
  project.provide('templateAddress', templateAddress)
  project.provide('postgresqlPrograms', programs)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    servers.delete(programs)
    await stop()
  }
}

async function startWithTemplate(programs: string): Promise<ServerWithTemplate> {
  const server = await startTemporaryServer({ settings, programs })
  try {
    return { ...server, templateAddress: await makeTemplate(server.connection) }
  } catch (error) {
    await server.stop()
    throw error
  }
}
