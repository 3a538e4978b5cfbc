import { resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { markOf, ROTATING } from '../../operations/administration/secret-keys/noted-keys.ts'
import { OperatorError } from '../../operations/foundation/tenants/operator-error.ts'
import { systemClock } from '../../platform/clock.ts'
import { reportProgress } from '../../platform/progress.ts'
import { readSecretKey, secretKeyFile } from '../../platform/secrets/secret-key.ts'
import { joinStorage, type OpenStorage } from '../../start/open-storage.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { type BackupHead, readBackupHead } from '../../store/backup/backup-file.ts'
import { restoreBackup } from '../../store/backup/restore-backup.ts'
import { insertSecretKeyMark, listSecretKeys } from '../../store/directory/secret-key-rows.ts'
import { type Database, openDatabase } from '../../store/driver/database.ts'
import { migrate, pendingMigrations, schemaVersion } from '../../store/schema/migrate.ts'
import { baseline } from '../../store/schema/migration-files.ts'
import { type Command, readArguments } from '../command.ts'

export const restore: Command = {
  name: 'restore',
  parameters: '<file> [--keep-schema]',
  summary:
    'Load a backup into an empty database, and bring it to the schema of this release; with --keep-schema it stays at that of the backup.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['file'], [], ['keep-schema'])
    const file = resolve(positionals[0] ?? '')
    const config = readConfig(terminal.env())
    const head = await readBackupHead(file)
    requireSecretKey(config)
    const storage = await joinStorage(config)
    const db = openDatabase(storage.owner, 'owner', 2)
    try {
      return { answer: await restoreInto(storage, db, file, head, terminal.error, flags['keep-schema']) }
    } finally {
      await db.close()
      await storage.close()
    }
  },
}

/** Made here it would be another one than the backup was written under, and the service would not start with it. */
function requireSecretKey({ storage, dataDir }: Config): void {
  if (storage.secretKey !== null || storage.previousSecretKeys.length > 0 || readSecretKey(dataDir) !== null)
    return
  throw new OperatorError(
    `There is no secret key in ${dataDir}. Copy the key of the backed-up service to ` +
      `${secretKeyFile(dataDir)}, or set SECRET_KEY. If it is lost, see the operating guide for how to continue with a new one.`,
  )
}

async function restoreInto(
  storage: OpenStorage,
  db: Database,
  file: string,
  head: BackupHead,
  report: (line: string) => void,
  keepsSchema: boolean,
): Promise<object> {
  await makeSchema(db, head)
  const progress = reportProgress(report, 'Restored', 'rows')
  const rows = await restoreBackup(storage.owner, file, progress)
  const migrated = keepsSchema ? [] : await prepareDatabase(db, report)
  // A backup of a release that kept no mark was written under the key of its head.
  await insertSecretKeyMark(db, head.secretKeyMark, systemClock.now())
  const isRight = storage.keys.withMark(head.secretKeyMark) !== null
  const secretKey = isRight ? 'right' : 'different'
  if (!isRight) report(otherKey(head.secretKeyMark))
  const rotating = markOf(await listSecretKeys(db), ROTATING)
  if (rotating !== null && storage.keys.withMark(rotating) === null) report(WHILE_ROTATED)
  return { schema: head.schema, takenAt: head.takenAt, rows, migrated, secretKey }
}

function otherKey(mark: string): string {
  return (
    `The secret key does not match the backup. It was written under the key with the mark ${mark}: set SECRET_KEY (or the ` +
    'file secret-key in DATA_DIR) to that key before the service starts. If the key was rotated since, set ' +
    'SECRET_KEY_PREVIOUS to it instead, and run "goodword-server secret-key rotate" afterwards. Without it the signing keys ' +
    'cannot be read. If it is lost, see the operating guide.'
  )
}

const WHILE_ROTATED =
  'The backup was made during a rotation of the secret key. Set SECRET_KEY_PREVIOUS to the key from before as well, and run ' +
  '"goodword-server secret-key rotate", which continues it.'

/** Rows fit the schema that they were written with; later migrations change them afterwards. */
async function makeSchema(db: Database, head: BackupHead): Promise<void> {
  const schema = head.schema === baseline.replaced ? baseline.last : head.schema
  const known = await schemaVersion(db)
  if (known === schema) return
  if (known !== null) {
    throw new OperatorError(
      `The backup has the schema ${schema}, but the database already has ${known}. ` +
        'Restore into a new database: set DATA_DIR to an empty folder, or DATABASE_URL to an empty database.',
    )
  }
  if (!(await pendingMigrations(db)).includes(schema)) {
    throw new OperatorError(
      `The backup was written by another release (its schema ${schema} is unknown). Restore it with that release.`,
    )
  }
  await migrate(db, { to: schema })
}
