import { otherCoordinator } from '../engine/cluster/cluster-state.ts'
import { type Database, SEARCH_PATH } from '../engine/driver/database.ts'
import {
  type ForeignMigration,
  foreignMigration,
  type MigrationProgress,
  migrate,
  pendingMigrations,
} from '../engine/schema/migrate.ts'
import { missingMigrationRights } from '../engine/schema/migration-rights.ts'
import { OLDEST_VERSION, readServerFacts, type ServerFacts } from '../engine/schema/server-facts.ts'
import { POOLER_BETWEEN } from './pooler/pooler-between.ts'
import { StartError } from './start-error.ts'

/**
 * Makes sure that the database can be worked with: new enough, and with the schema of this release. Returns the names
 * of the migrations that ran. The database is open as its owner; `report` gets the progress of migrations, and what they wait for.
 */
export async function prepareDatabase(
  db: Database,
  report: (line: string) => void,
): Promise<readonly string[]> {
  requireServer(await readServerFacts(db))
  const coordinator = await otherCoordinator(db)
  if (coordinator !== null) throw new StartError(onWorker(coordinator))
  await requireOwnSchema(db)
  await requireRights(db)
  try {
    return await migrate(db, {
      onWait: (reason) => report(WAITING_FOR[reason]),
      onProgress: (progress) => report(progressLine(progress)),
    })
  } catch (error) {
    throw newerSchema(error) ?? error
  }
}

/** A database that another release migrated is left as it is. */
async function requireOwnSchema(db: Database): Promise<void> {
  const foreign = await foreignMigration(db)
  if (foreign !== null) throw new StartError(foreignSchema(foreign))
}

/** The fault of a database that has a migration of another release, and the fix. */
export function foreignSchema({ name, origin }: ForeignMigration): string {
  return origin === 'newer'
    ? `The database was migrated by a newer release (its migration ${name} is unknown). Start that release.`
    : `The database has a schema that this release has replaced (with the migration ${name}) and cannot bring up to date; nothing ` +
        'was changed. Make a backup with the release that migrated it ("goodword-server backup <file>"), and restore it into an empty ' +
        'database with this one ("goodword-server restore <file>"): see "Upgrading" in docs/guides/operating.md.'
}

function onWorker(coordinator: string): string {
  return (
    'The database user is connected to a worker of a Citus cluster, where nothing can be migrated. The coordinator is ' +
    `${coordinator}: let DATABASE_URL name it; or let DATABASE_OWNER_URL name it, and DATABASE_URL the worker with another user.`
  )
}

async function requireRights(db: Database): Promise<void> {
  const [missing] = await missingMigrationRights(db)
  if (missing === undefined) return
  throw new StartError(
    `The database user lacks the rights to run migrations: ${missing.what}. ` +
      `Run as an administrator: ${missing.remedy}; or set DATABASE_OWNER_URL to the address of the owner.`,
  )
}

/** Requires the schema of this release from a user that cannot bring it up to date. */
export async function requireSchema(db: Database): Promise<void> {
  requireServer(await readServerFacts(db))
  await requireOwnSchema(db)
  const [pending] = await pendingMigrations(db)
  if (pending === undefined) return
  throw new StartError(
    `The schema of the database is older than this release (pending: ${pending}), and the user of DATABASE_URL may ` +
      'not change it. Set DATABASE_OWNER_URL, or run "goodword-server migrate" with it first.',
  )
}

function progressLine(progress: MigrationProgress): string {
  if (progress.kind === 'creating') return `Creating the schema: ${progress.total} migrations …`
  const { kind, name, number, total, durationMs } = progress
  const migration = `Migration ${number} of ${total}, ${name}`
  if (kind === 'started') return `${migration}, is starting …`
  const seconds = (durationMs / 1000).toFixed(1)
  return kind === 'completed'
    ? `${migration}, took ${seconds} s.`
    : `${migration}, is still running after ${seconds} s …`
}

const WAITING_FOR = {
  migration: 'Another process is running migrations; waiting for it to finish …',
  table: 'A table that a migration changes is locked by a long transaction; retrying for 90 seconds …',
}

/** @throws StartError for a server that is too old, and for one behind a pooler that drops the settings of a session */
export function requireServer({ version, searchPath }: ServerFacts): void {
  if (searchPath !== SEARCH_PATH) throw new StartError(`The database cannot be used: ${POOLER_BETWEEN}`)
  if (version >= OLDEST_VERSION) return
  const found = `${Math.floor(version / 10_000)}.${version % 10_000}`
  throw new StartError(
    `DATABASE_URL points to PostgreSQL ${found}, and 15 or later is required. Upgrade it, or use another server.`,
  )
}

/** A newer release may migrate while this one waits for the lock; the migrator then finds a migration that it does not have. */
export function newerSchema(error: unknown): StartError | null {
  const name = error instanceof Error ? MISSING_MIGRATION.exec(error.message)?.[1] : undefined
  return name === undefined
    ? null
    : new StartError(foreignSchema({ name, origin: 'newer' }), { cause: error })
}

const MISSING_MIGRATION = /previously executed migration (\S+) is missing/
