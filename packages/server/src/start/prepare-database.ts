import type { Database } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { OLDEST_VERSION, readServerFacts } from '../store/server-facts.ts'
import { StartError } from './start-error.ts'

/**
 * Makes sure that the database can be worked with: new enough, and with the schema of this release. Answers the names
 * of the migrations that ran. The database is open as its owner.
 */
export async function prepareDatabase(db: Database): Promise<readonly string[]> {
  requireVersion((await readServerFacts(db)).version)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrate(db)
    } catch (error) {
      if (!isLocked(error) || attempt === ATTEMPTS) throw newerSchema(error) ?? error
    }
  }
}

/** Another process that starts is migrating; an attempt waits for it as long as an owner waits for locks, a second. */
const ATTEMPTS = 30

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}

const LOCK_NOT_AVAILABLE = '55P03'

export function requireVersion(version: number): void {
  if (version >= OLDEST_VERSION) return
  const found = `${Math.floor(version / 10_000)}.${version % 10_000}`
  throw new StartError(
    `DATABASE_URL names a PostgreSQL ${found}, and 15 is the oldest that works. Upgrade it, or name another.`,
  )
}

/** The migrator knows the migrations that ran by name, and ours are a part of them. */
export function newerSchema(error: unknown): StartError | null {
  const missing = error instanceof Error ? MISSING_MIGRATION.exec(error.message)?.[1] : undefined
  if (missing === undefined) return null
  return new StartError(
    `The database was set up by a newer release (its migration ${missing} is unknown here). Start that release.`,
    { cause: error },
  )
}

const MISSING_MIGRATION = /previously executed migration (\S+) is missing/
