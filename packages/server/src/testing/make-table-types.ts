import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../store/driver/database.ts'
import { migrate } from '../store/schema/migrate.ts'
import { tableTypes } from '../store/schema/table-types.ts'
import { NO_TIMEOUTS } from './endless.ts'
import { startServer } from './start-server.ts'

/** Migrates a new embedded database, and returns the text of tables.generated.ts for it. */
export async function makeTableTypes(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'goodword-generate-'))
  // For a run as root, whose server belongs to another user: that one must be able to pass.
  await chmod(folder, 0o711)
  try {
    const places = { dataDir: join(folder, 'data'), unprivilegedHome: join(folder, 'server') }
    const server = await startServer({ ...places, settings: { fsync: 'off' }, programs: '' })
    try {
      const db = openDatabase(server.connection, 'owner', 1, NO_TIMEOUTS)
      try {
        await migrate(db)
        return await tableTypes(db)
      } finally {
        await db.close()
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
