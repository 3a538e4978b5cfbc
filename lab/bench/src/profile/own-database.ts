import { startTemporaryServer } from '@goodword/server/testing/database/start-server'
import { givenDatabase } from '../processes/given-database.ts'
import type { GivenDatabase } from '../processes/service-process.ts'
import { stopLater } from '../processes/stop-later.ts'

/** The embedded PostgreSQL with the same settings as the service starts it, and one that counts statements. */
export async function startCountingDatabase(): Promise<
  GivenDatabase & { readonly stop: () => Promise<void> }
> {
  const server = await startTemporaryServer({
    programs: '',
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
  })
  return {
    ...givenDatabase(server.connection),
    stop: stopLater(server.stop),
  }
}
