import { dirname, resolve } from 'node:path'
import type { TenantId } from '@goodword/domain/values/ids'
import { markOf, ROTATING } from '../../administration/secret-keys/noted-keys.ts'
import { type Config, readConfig } from '../../config.ts'
import { type BackupHead, readBackupHead } from '../../engine/backup/backup-file.ts'
import { restoreBackup } from '../../engine/backup/restore-backup.ts'
import { findUnfinishedRestore, finishRestore } from '../../engine/backup/unfinished-restore.ts'
import {
  ErasedPeopleFileError,
  type ErasedPerson,
  erasedPeopleFile,
  erasedSince,
} from '../../engine/backups/erased-people-file.ts'
import { type Database, openDatabase } from '../../engine/driver/database.ts'
import { systemClock } from '../../engine/foundation/clock.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { migrate, pendingMigrations, schemaVersion } from '../../engine/schema/migrate.ts'
import { baseline } from '../../engine/schema/migration-files.ts'
import { type SecretKey, secretKeyFile } from '../../engine/secrets/secret-key.ts'
import { insertSecretKeyMark, listSecretKeys } from '../../frame/rows/secret-key-rows.ts'
import { allTenantIds } from '../../frame/rows/tenant-ids.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { eraseAgain } from '../../privacy/erasure/erase-again.ts'
import { noteErasure } from '../../privacy/erasure/note-erasure.ts'
import { givenSecretKeys } from '../../start/known-secret-keys.ts'
import { joinStorage, type OpenStorage } from '../../start/open-storage.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { settleSecretKey } from '../../start/require-secret-key.ts'
import { type Command, readArguments } from '../command.ts'
import { operatorContext } from '../session.ts'

export const restore: Command = {
  name: 'restore',
  parameters: '<file> [--keep-schema] [--with-erased]',
  summary:
    'Load a backup into an empty database, and bring it to the schema of this release; with --keep-schema it stays at that of the backup. People who were erased since are left out by the file beside the backup; not with --with-erased.',
  async run(args, terminal) {
    const { positionals, flags } = readArguments(args, ['file'], [], ['keep-schema', 'with-erased'])
    const file = resolve(positionals[0] ?? '')
    const config = readConfig(terminal.env())
    const head = await readBackupHead(file, requireSecretKeys(config))
    const erased = flags['with-erased'] ? null : erasedBy(file, config, head.takenAt)
    const storage = await joinStorage(config)
    const db = openDatabase(storage.owner, 'owner', 2)
    const work = {
      config,
      storage,
      db,
      file,
      head,
      report: terminal.error,
      keepsSchema: flags['keep-schema'],
      withErased: flags['with-erased'],
    }
    try {
      const restored = await restoreInto(work, erased ?? [])
      if (erased !== null) return { answer: { ...restored, erasedAgain: await leaveOut(work, erased) } }
      await finishRestore(db)
      terminal.error(work.withErased ? WITH_ERASED : noErasedFile(file))
      return { answer: { ...restored, erasedAgain: null } }
    } finally {
      await db.close()
      await storage.close()
    }
  },
}

type Work = {
  readonly config: Config
  readonly storage: OpenStorage
  readonly db: Database
  readonly file: string
  readonly head: BackupHead
  readonly report: (line: string) => void
  readonly keepsSchema: boolean
  readonly withErased: boolean
}

const WITH_ERASED =
  'People who were erased since the backup was made are restored with it (--with-erased). Erase them again by "person erase-again".'

function noErasedFile(file: string): string {
  return (
    `There is no ${erasedPeopleFile(dirname(file))}, so people who were erased since the backup was made are restored with it. With a ` +
    'list of "person erasures", erase them again by "person erase-again" before the service starts.'
  )
}

/** Made here it would be another one than the backup was written under, and the service would not start with it. */
function requireSecretKeys(config: Config): readonly SecretKey[] {
  const keys = givenSecretKeys(config)
  if (keys.length > 0) return keys
  const { dataDir } = config
  throw new OperatorError(
    `There is no secret key in ${dataDir}. Copy the key of the backed-up service to ` +
      `${secretKeyFile(dataDir)}, or set SECRET_KEY. Without it an encrypted backup cannot be read; from one in clear, the operating guide ` +
      'says how to continue with a new key.',
  )
}

async function restoreInto(work: Work, erased: readonly ErasedPerson[]): Promise<object> {
  const { storage, db, file, head, report, keepsSchema } = work
  const takenAt = await findUnfinishedRestore(db)
  if (takenAt !== null && takenAt !== head.takenAt) throw new OperatorError(OTHER_UNFINISHED)
  if (takenAt !== null && erased.length === 0 && !work.withErased) throw new OperatorError(NOBODY_TO_ERASE)
  if (takenAt === null) await makeSchema(db, head)
  const isUnfinished = erased.length > 0 && !(keepsSchema && (await hasOldSchema(db)))
  const options = { progress: reportProgress(report, 'Restored', 'rows'), isUnfinished }
  const rows = takenAt === null ? await restoreBackup(storage.owner, file, storage.keys.all, options) : {}
  const migrated = keepsSchema ? [] : await prepareDatabase(db, report)
  // A backup of a release that kept no mark was written under the key of its head.
  await insertSecretKeyMark(db, head.secretKeyMark, systemClock.now())
  const isRight = hasKey(work)
  const secretKey = isRight ? 'right' : 'different'
  if (!isRight) report(otherKey(head.secretKeyMark))
  const rotating = markOf(await listSecretKeys(db), ROTATING)
  if (rotating !== null && storage.keys.withMark(rotating) === null) report(WHILE_ROTATED)
  return { schema: head.schema, takenAt: head.takenAt, rows, migrated, secretKey }
}

/** Erases people again and lets the service start. Returns how many were erased; null where that is not possible yet. */
async function leaveOut(work: Work, erased: readonly ErasedPerson[]): Promise<number | null> {
  const { config, storage, db, report, keepsSchema } = work
  if (erased.length > 0 && keepsSchema && (await hasOldSchema(db))) {
    report(OLD_SCHEMA)
    return null
  }
  if (erased.length > 0 && !hasKey(work)) {
    report(WITHOUT_KEY)
    return null
  }
  const count = erased.length === 0 ? 0 : await eraseRestored(config, storage, db, erased)
  await finishRestore(db)
  if (count > 0)
    report(`${count} ${count === 1 ? 'person' : 'people'} erased since the backup was made: erased again.`)
  return count
}

function hasKey({ storage, head }: Work): boolean {
  return storage.keys.withMark(head.secretKeyMark) !== null
}

async function hasOldSchema(db: Database): Promise<boolean> {
  return (await pendingMigrations(db)).length > 0
}

const OTHER_UNFINISHED =
  'The restore of another backup into this database is not finished. Run "restore" with that file again, or restore into a new database.'

const NOBODY_TO_ERASE =
  'The restore of this backup was interrupted before people were erased again, and the file that names them is missing now, or an older ' +
  'one. Put goodword-erased-people.txt back beside the backup, or run this with --with-erased.'

const OLD_SCHEMA =
  'The schema stays at that of the backup, so people who were erased since it was made are restored with it. Run "person erase-again" ' +
  'with the file goodword-erased-people.txt and the release of that schema, before the service starts.'

const WITHOUT_KEY =
  'People who were erased since the backup was made are recognized with its secret key alone. Set that key and run "restore" again, ' +
  'which goes on from here; until then the service does not start. If the key is lost, run it with --with-erased.'

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

/** The people who were erased since a backup was taken, by the files beside it and in BACKUP_DIR; null where there is none. */
function erasedBy(file: string, { backups }: Config, takenAt: number): readonly ErasedPerson[] | null {
  const folders = new Set([dirname(file), ...(backups.folder === null ? [] : [backups.folder])])
  try {
    return erasedSince([...folders], takenAt)
  } catch (cause) {
    if (!(cause instanceof ErasedPeopleFileError)) throw cause
    throw new OperatorError(
      `${cause.message} Put the file back from a copy, or restore with --with-erased.`,
      {
        cause,
      },
    )
  }
}

/** Erases these people again, of the tenants that there are. Returns how many were in the database. */
async function eraseRestored(
  config: Config,
  storage: OpenStorage,
  db: Database,
  people: readonly ErasedPerson[],
): Promise<number> {
  // The key of the hashes may be one from before a rotation, which the database keeps.
  await settleSecretKey(db, storage.keys)
  const ctx = operatorContext(config, storage, db)
  const marks = Map.groupBy(people, ({ tenantId }) => tenantId)
  const tenants: TenantId[] = []
  for await (const tenantId of allTenantIds(db)) if (marks.has(tenantId)) tenants.push(tenantId)
  let count = 0
  for (const tenantId of tenants) {
    const ofTenant = new Set(marks.get(tenantId)?.map(({ mark }) => mark))
    count += await eraseAgain(ctx, tenantId, ofTenant, noteErasure(ctx))
  }
  return count
}
