import type { TestProject } from 'vitest/node'
import { makeTemplate } from './database-server.ts'
import { startTemporaryServer } from './start-server.ts'

/** Small, and without waiting for the disk: the rows of a test need not outlive the machine. */
const settings = {
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  max_connections: '100',
  fsync: 'off',
  full_page_writes: 'off',
}

/**
 * The PostgreSQL that comes with the packages, or the one whose programs are in the folder that GOODWORD_TEST_POSTGRES
 * names.
 */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return startTestServer(project, process.env.GOODWORD_TEST_POSTGRES ?? '')
}

/**
 * Starts one PostgreSQL for all tests of a project and makes the template; answers how to take both away again.
 * `programs` is the folder of another PostgreSQL than the one that comes with the packages, or empty.
 */
export async function startTestServer(project: TestProject, programs: string): Promise<() => Promise<void>> {
  const server = await startTemporaryServer({ settings, programs })
  try {
    await makeTemplate(server.connection)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('databaseServer', server.connection)
  project.provide('postgresqlPrograms', programs)
  return server.stop
}
