import type { Database } from '../store/database.ts'
import { migrate } from '../store/migrate.ts'
import { OLDEST_VERSION, readServerFacts } from '../store/server-facts.ts'
import { StartError } from './start-error.ts'

/**
 * Makes sure that the database can be worked with: new enough, and with the schema of this release. Answers the names
 * of the migrations that ran. The database is open as its owner; `say` hears of a migration that has to wait.
 */
export async function prepareDatabase(db: Database, say: (line: string) => void): Promise<readonly string[]> {
  requireVersion((await readServerFacts(db)).version)
  try {
    return await migrate(db, { onWait: () => say(WAITING) })
  } catch (error) {
    throw newerSchema(error) ?? error
  }
}

const WAITING =
  'A table that the migration has to change is in use by a long transaction; trying again for a minute and a half …'

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
