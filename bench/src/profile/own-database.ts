import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '@goodword/server/platform/embedded-database/start'
import { givenDatabase } from '../processes/given-database.ts'
import type { GivenDatabase } from '../processes/service-process.ts'
import { stopLater } from '../processes/stop-later.ts'

/** The embedded PostgreSQL with the same settings as the service starts it, and one that counts statements. */
export async function startCountingDatabase(): Promise<
  GivenDatabase & { readonly stop: () => Promise<void> }
> {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-bench-'))
  // For a run as root, whose server belongs to another user: that one must be able to pass.
  await chmod(folder, 0o711)
  const server = await startEmbeddedDatabase({
    dataDir: join(folder, 'data'),
    unprivilegedHome: join(folder, 'server'),
    settings: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
  })
  return {
    ...givenDatabase(server.connection),
    stop: stopLater(async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }),
  }
}
