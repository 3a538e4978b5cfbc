import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { OperatorError } from '../operations/tenants/operator-error.ts'
import { systemClock } from '../platform/clock.ts'
import { sayProgress } from '../platform/progress.ts'
import { secretKeyAdvice, secretKeyMark } from '../platform/secret-key-mark.ts'
import { joinStorage, type OpenStorage } from '../start/open-storage.ts'
import { prepareDatabase } from '../start/prepare-database.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { type DumpHead, readDumpHead } from '../store/dump-file.ts'
import { loadDump } from '../store/load-dump.ts'
import { migrate, pendingMigrations, schemaVersion } from '../store/migrate.ts'
import { insertSecretKeyMark } from '../store/secret-key-mark.ts'
import { type Command, readArguments } from './command.ts'

export const load: Command = {
  name: 'load',
  parameters: '<file>',
  summary: 'Bring the rows of a dump into an empty database, and to the schema of this release.',
  async run(args) {
    const { positionals } = readArguments(args, ['file'])
    const file = resolve(positionals[0] ?? '')
    const head = await readDumpHead(file)
    const storage = await joinStorage(readConfig(process.env))
    const db = openDatabase(storage.owner, 'owner', 2)
    try {
      return { answer: await loadInto(storage, db, file, head) }
    } finally {
      await db.close()
      await storage.close()
    }
  },
}

async function loadInto(storage: OpenStorage, db: Database, file: string, head: DumpHead): Promise<object> {
  await makeSchema(db, head)
  const progress = sayProgress(console.error, (rows) => `Loaded ${rows} rows …`)
  const rows = await loadDump(storage.owner, file, progress)
  const migrated = await prepareDatabase(db, console.error)
  // A dump of a release that noted no mark was written under the key of its head.
  await insertSecretKeyMark(db, head.secretKeyMark, systemClock.now())
  const secretKey = secretKeyMark(storage.secretKey) === head.secretKeyMark ? 'right' : 'different'
  const advice = secretKeyAdvice(secretKey)
  if (advice !== null) console.error(advice)
  return { schema: head.schema, takenAt: head.takenAt, rows, migrated, secretKey }
}

/** Rows fit the schema that they were written with; what has changed since then is done to them afterwards. */
async function makeSchema(db: Database, { schema }: DumpHead): Promise<void> {
  const known = await schemaVersion(db)
  if (known === schema) return
  if (known !== null) {
    throw new OperatorError(
      `The dump has the schema ${schema}, and the database has ${known} already. ` +
        'Name a database by DATABASE_URL that nothing was set up in, or another DATA_DIR.',
    )
  }
  if (!(await pendingMigrations(db)).includes(schema)) {
    throw new OperatorError(
      `The dump was written by a newer release (its schema ${schema} is unknown here). Load it with that.`,
    )
  }
  await migrate(db, { to: schema })
}
