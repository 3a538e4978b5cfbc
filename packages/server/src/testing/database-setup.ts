import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeTemplate } from './database-server.ts'
import { startServer } from './start-server.ts'

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
  const folder = await mkdtemp(join(tmpdir(), 'goodword-test-'))
  // For a run as root, whose server belongs to another user: that one must be able to pass.
  await chmod(folder, 0o711)
  const places = { dataDir: join(folder, 'data'), unprivilegedHome: join(folder, 'server') }
  const server = await startServer({ ...places, settings, programs })
  const removeDatabase = async (): Promise<void> => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(server.connection)
  } catch (error) {
    await removeDatabase()
    throw error
  }
  project.provide('databaseServer', server.connection)
  project.provide('postgresqlPrograms', programs)
  return removeDatabase
}
