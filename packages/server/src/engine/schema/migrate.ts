import { setTimeout as pause } from 'node:timers/promises'
import type { Migration, Migrator } from 'kysely'
import type { Database } from '../driver/database.ts'
import type { Statement } from '../driver/statement.ts'
import { worksOn } from './compatible-migrations.ts'
import {
  type MigrationFile,
  readMigrationFiles,
  readMigrationNames,
  releaseMigrations,
} from './migration-files.ts'

export type MigrateOptions = {
  /** The last migration to run, by name; defaults to all. */
  readonly to?: string
  readonly folder?: URL
  /** Called once when the migration has to wait, with the reason. */
  readonly onWait?: (reason: WaitReason) => void
  /** Is called for the first migration of an empty database, and otherwise for each. */
  readonly onProgress?: (progress: MigrationProgress) => void
}

export type MigrationProgress =
  | { readonly kind: 'creating'; readonly total: number }
  | {
      readonly kind: 'started' | 'running' | 'completed'
      readonly name: string
      readonly number: number
      readonly total: number
      readonly durationMs: number
    }

/** Another process that migrates, or a transaction that uses a table which must be changed. */
export type WaitReason = 'migration' | 'table'

/**
 * Brings the schema up to date; the database must be open as its owner. Safe when several processes start at once (the
 * migrator holds a lock), and beside a service at work: each migration is a transaction of its own that waits for a
 * table no longer than a second, because other requests wait behind it, and then releases it and retries. Returns
 * the names of the migrations that ran.
 */
export async function migrate(db: Database, options: MigrateOptions = {}): Promise<readonly string[]> {
  const { to, folder = releaseMigrations, onWait = () => undefined, onProgress = () => undefined } = options
  const names = await readMigrationNames(folder)
  const before = await ranMigrations(db)
  const foreign = before.filter((it) => !names.includes(it))
  if (names.every((it) => before.includes(it)) && worksOn(foreign, names)) return []
  const files = await readMigrationFiles(folder)
  const patiently = waiter(db, onWait)
  const ran: string[] = []
  const pending = files.filter((it) => !before.includes(it.name) && (to === undefined || it.name <= to))
  // In an empty database each takes some milliseconds.
  const isFirst = before.length === 0
  if (isFirst) onProgress({ kind: 'creating', total: pending.length })
  for (const [index, file] of pending.entries()) {
    const run = () => patiently(() => runOne(db, files, file))
    const place = { name: file.name, number: index + 1, total: pending.length }
    ran.push(...(isFirst ? await run() : await withProgress(place, onProgress, run)))
  }
  // With nothing left to run it still finds out whether a newer release was here.
  if (to === undefined) ran.push(...(await patiently(() => runOne(db, files, null))))
  return ran
}

/** The migrations that have not run yet, oldest first. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const ran = await ranMigrations(db)
  return (await readMigrationNames(releaseMigrations)).filter((name) => !ran.includes(name))
}

/** A migration that ran and that this release does not have. */
export type ForeignMigration = {
  readonly name: string
  /**
   * A migration of a newer release; or of a schema that a baseline has replaced, which this release cannot bring up to
   * date.
   */
  readonly origin: 'newer' | 'replaced'
}

/** Null for a schema that this release made, can bring up to date, or works on although a newer one made it. */
export async function foreignMigration(db: Database): Promise<ForeignMigration | null> {
  const known = await readMigrationNames(releaseMigrations)
  const ran = await ranMigrations(db)
  const foreign = ran.filter((it) => !known.includes(it))
  if (known.every((it) => ran.includes(it)) && worksOn(foreign, known)) return null
  const name = foreign.find((it) => !worksOn([it], known)) ?? foreign[0]
  if (name === undefined) return null
  // A schema of a newer release begins with the first migration of this one.
  return { name, origin: ran.some((it) => it === known[0]) ? 'newer' : 'replaced' }
}

/** The last migration that ran, which names the schema; null before the first. */
export async function schemaVersion(db: Database): Promise<string | null> {
  return (await ranMigrations(db)).at(-1) ?? null
}

const migrationTable: Statement = {
  name: '',
  text: `select to_regclass('migration.kysely_migration') is not null as exists`,
}
const migrationNames: Statement = {
  name: '',
  text: 'select name from migration.kysely_migration order by name collate "C"',
}

/** The names of the migrations that ran, in their order. */
async function ranMigrations(db: Database): Promise<readonly string[]> {
  const [table] = await db.query<{ exists: boolean }>(migrationTable, [])
  if (table?.exists !== true) return []
  return (await db.query<{ name: string }>(migrationNames, [])).map((it) => it.name)
}

/** Runs the pending migrations up to one; another process may have done so meanwhile. Null is the newest. */
async function runOne(
  db: Database,
  files: readonly MigrationFile[],
  file: MigrationFile | null,
): Promise<readonly string[]> {
  const migrator = await migratorOf(db, files, file?.isApart ?? false)
  const { error, results = [] } = await (file === null
    ? migrator.migrateToLatest()
    : migrator.migrateTo(file.name))
  if (error !== undefined) throw error
  return results.filter((it) => it.status === 'Success').map((it) => it.migrationName)
}

const PROGRESS_MS = 10_000

/** Reports the beginning and the end of a migration, and every ten seconds that it is still running. */
async function withProgress<T>(
  place: { readonly name: string; readonly number: number; readonly total: number },
  onProgress: (progress: MigrationProgress) => void,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  const report = (kind: 'started' | 'running' | 'completed') =>
    onProgress({ kind, ...place, durationMs: Math.round(performance.now() - startedAt) })
  report('started')
  const timer = setInterval(() => report('running'), PROGRESS_MS)
  try {
    const result = await run()
    report('completed')
    return result
  } finally {
    clearInterval(timer)
  }
}

/** The pause between two attempts, in which the requests that wait behind the first one are processed. */
const PAUSE_MS = 500
const ATTEMPTS = 60

/** Retries while a table is in use, and reports the reason once. */
function waiter(db: Database, onWait: (reason: WaitReason) => void) {
  let isReported = false
  const reportWait = (reason: WaitReason): void => {
    if (!isReported) onWait(reason)
    isReported = true
  }
  return async <T>(attempt: () => Promise<T>): Promise<T> => {
    for (let attempts = 1; ; attempts += 1) {
      // The attempt would wait for the lock without a word, and this process does not hold it now.
      if (await isMigratedNow(db)) reportWait('migration')
      try {
        return await attempt()
      } catch (error) {
        if (!isBusy(error) || attempts === ATTEMPTS) throw error
      }
      reportWait((await isMigratedNow(db)) ? 'migration' : 'table')
      await pause(PAUSE_MS)
    }
  }
}

const MIGRATOR_LOCK = '3853314791062309107'

const migratorLock: Statement = {
  name: '',
  text: `
select exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.granted
    and l.database = (select d.oid from pg_database d where d.datname = current_database())
    and (l.classid::int8 << 32) + l.objid::int8 = ${MIGRATOR_LOCK}
) as held`,
}

/** Whether a process holds the lock of Kysely's migrator. */
async function isMigratedNow(db: Database): Promise<boolean> {
  const [row] = await db.query<{ held: boolean }>(migratorLock, [])
  return row?.held ?? false
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK
}

/**
 * The settings for the transaction of a migration on Citus; without it the first is a name like any other, and the
 * second changes nothing. A function can be created after a table was distributed, and workers wait for a lock no
 * longer than the coordinator.
 */
const clusterSettings = `
do $$
begin
  set local citus.multi_shard_modify_mode to 'sequential';
  execute format('set local lock_timeout to %L', current_setting('lock_timeout'));
end
$$`

/** Kysely is loaded here only: it has 260 modules, and most starts have nothing to run. */
async function migratorOf(
  db: Database,
  files: readonly MigrationFile[],
  disableTransactions: boolean,
): Promise<Migrator> {
  const { Kysely, Migrator, sql } = await import('kysely')
  const { MIGRATION_SCHEMA, MigrationDialect } = await import('./migration-dialect.ts')
  const migrations = Object.fromEntries(files.map((it): [string, Migration] => [it.name, migrationOf(it)]))
  return new Migrator({
    db: new Kysely<unknown>({ dialect: new MigrationDialect({ pool: db.pool }) }),
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: MIGRATION_SCHEMA,
    disableTransactions,
  })

  // Statement by statement: a distributed PostgreSQL passes the whole text of a message on to its nodes.
  function migrationOf({ statements, isApart }: MigrationFile): Migration {
    if (!isApart) {
      return {
        async up(tx) {
          await sql.raw(clusterSettings).execute(tx)
          for (const statement of statements) await sql.raw(statement).execute(tx)
        },
      }
    }
    return {
      async up(session) {
        // A concurrent index build waits for old transactions, and blocks no request.
        await sql`set lock_timeout = 0`.execute(session)
        try {
          for (const statement of statements) await sql.raw(statement).execute(session)
        } finally {
          await sql`reset lock_timeout`.execute(session)
        }
      },
    }
  }
}
