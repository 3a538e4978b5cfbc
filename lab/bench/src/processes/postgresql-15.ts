import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startTemporaryServer } from '@goodword/server/testing/database/start-server'
import { givenDatabase } from './given-database.ts'
import type { GivenDatabase } from './service-process.ts'
import { stopLater } from './stop-later.ts'

/** Where Debian installs the oldest PostgreSQL that the service works with. */
export const POSTGRESQL_15 = '/usr/lib/postgresql/15/bin'

export function hasPostgresql15(): boolean {
  return existsSync(join(POSTGRESQL_15, 'postgres'))
}

/** Starts an empty PostgreSQL 15 of its own; `stop` removes it. */
export async function startPostgresql15(): Promise<{
  readonly database: GivenDatabase
  readonly stop: () => Promise<void>
}> {
  const server = await startTemporaryServer({ programs: POSTGRESQL_15, settings: {} })
  return {
    database: givenDatabase(server.connection),
    stop: stopLater(server.stop),
  }
}
