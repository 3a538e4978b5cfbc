import type { TestProject } from 'vitest/node'
import { makeTemplate } from './database-server.ts'
import { type StartedServer, startTemporaryServer } from './start-server.ts'

/** Small, and without waiting for the disk: the rows of a test need not outlive the machine. */
const settings = {
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  // It would look at each test database every few seconds, of which most last no longer.
  autovacuum_naptime: '1min',
}

/**
 * The PostgreSQL that comes with the packages, or the one whose programs are in the folder that GOODWORD_TEST_POSTGRES
 * names.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return startTestServer(project, process.env.GOODWORD_TEST_POSTGRES ?? '')
}

type SharedServer = { readonly started: Promise<StartedServer>; users: number }

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
  const { connection, stop } = await shared.started
  project.provide('databaseServer', connection)
  project.provide('postgresqlPrograms', programs)
  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    servers.delete(programs)
    await stop()
  }
}

async function startWithTemplate(programs: string): Promise<StartedServer> {
  const server = await startTemporaryServer({ settings, programs })
  try {
    await makeTemplate(server.connection)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}
