import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@goodword/server/testing/start-server'
import { givenDatabase } from './given-database.ts'
import type { GivenDatabase } from './service-process.ts'
import { stopLater } from './stop-later.ts'

/** Where Debian installs the oldest PostgreSQL that the service works with. */
const POSTGRESQL_15 = '/usr/lib/postgresql/15/bin'

export function hasPostgresql15(): boolean {
  return existsSync(join(POSTGRESQL_15, 'postgres'))
}

/** Starts an empty PostgreSQL 15 of its own; `stop` removes it. */
export async function startPostgresql15(): Promise<{
  readonly database: GivenDatabase
  readonly stop: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-bench-'))
  // For a run as root, whose server belongs to another user: that user must be able to enter.
  await chmod(folder, 0o711)
  const server = await startServer({
    programs: POSTGRESQL_15,
    dataDir: join(folder, 'data'),
    unprivilegedHome: join(folder, 'server'),
    settings: {},
  })
  return {
    database: givenDatabase(server.connection),
    stop: stopLater(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }),
  }
}
