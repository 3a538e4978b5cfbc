import { openDatabase } from '../../engine/driver/database.ts'
import { migrate } from '../../engine/schema/migrate.ts'
import { tableTypes } from '../../engine/schema/table-types.ts'
import { NO_TIMEOUTS } from '../endless.ts'
import { startTemporaryServer } from './start-server.ts'

/** Migrates a new embedded database, and returns the text of tables.generated.ts for it. */
export async function makeTableTypes(): Promise<string> {
  const server = await startTemporaryServer({ settings: { fsync: 'off' }, programs: '' })
  const db = openDatabase(server.connection, 'owner', 1, NO_TIMEOUTS)
  try {
    await migrate(db)
    return await tableTypes(db)
  } finally {
    await db.close()
    await server.stop()
  }
}
