import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { startTemporaryServer } from '@goodword/server/testing/database/start-server'
import type { GivenDatabase, ServiceStart } from './service-process.ts'
import { stopLater } from './stop-later.ts'

/** Where Debian installs the oldest PostgreSQL that the service works with. */
export const POSTGRESQL_15 = '/usr/lib/postgresql/15/bin'

export function hasPostgresql15(): boolean {
  return existsSync(join(POSTGRESQL_15, 'postgres'))
}

/** Does the same on an empty PostgreSQL 15 where it is installed; null where it is not. */
export async function onPostgresql15<Result>(
  work: (start: ServiceStart) => Promise<Result>,
): Promise<Result | null> {
  if (!hasPostgresql15()) return null
  const { stop, ...database } = await startOwnDatabase({ programs: POSTGRESQL_15, settings: {} })
  try {
    return await work({ database })
  } finally {
    await stop()
  }
}

/** The embedded PostgreSQL with the same settings as the service starts it, and one that counts statements. */
export function startCountingDatabase(): Promise<OwnDatabase> {
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.track': 'all',
  }
  return startOwnDatabase({ programs: '', settings })
}

type OwnDatabase = GivenDatabase & { readonly stop: () => Promise<void> }

/** Starts an empty server for a service that is to work with it; `stop` removes it. */
export async function startOwnDatabase(
  start: Parameters<typeof startTemporaryServer>[0],
): Promise<OwnDatabase> {
  const { connection, stop } = await startTemporaryServer(start)
  const url = new URL(`postgresql://localhost/${connection.database}`)
  url.username = connection.user
  url.port = `${connection.port}`
  url.searchParams.set('host', connection.host)
  return { url: url.href, address: connection, stop: stopLater(stop) }
}
