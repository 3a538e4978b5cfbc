import { requireVersion } from '../start/prepare-database.ts'
import { StartError } from '../start/start-error.ts'
import type { Database } from '../store/database.ts'
import { pendingMigrations } from '../store/migrate.ts'
import { isPastRowSecurity, readServerFacts, type ServerFacts } from '../store/server-facts.ts'
import type { Check } from './check.ts'

/** Looks at a database that can be reached. */
export async function checkDatabase(owner: Database, service: Database): Promise<readonly Check[]> {
  const facts = await readServerFacts(owner)
  const pending = await pendingMigrations(owner)
  return [
    checkVersion(facts),
    ...checkDurability(facts),
    checkMigrations(pending),
    // The role is made by the first migration.
    ...(pending.length > 0 ? [] : [await checkRole(service)]),
  ]
}

function checkVersion({ version }: ServerFacts): Check {
  try {
    requireVersion(version)
    return { name: 'database', ok: true, message: `PostgreSQL ${Math.floor(version / 10_000)} answers.` }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { name: 'database', ok: false, message: error.message }
  }
}

/** What is acknowledged must outlive a crash: without any one of these it may not. */
function checkDurability(facts: ServerFacts): readonly Check[] {
  const settings = {
    fsync: facts.fsync,
    full_page_writes: facts.fullPageWrites,
    synchronous_commit: facts.synchronousCommit,
  }
  return Object.entries(settings).map(([name, value]) => {
    const ok = value === 'on'
    const message = `${name} is ${value}.`
    return {
      name,
      ok,
      message: ok ? message : `${message} Set it to on: a crash could lose what was acknowledged.`,
    }
  })
}

function checkMigrations(pending: readonly string[]): Check {
  const ok = pending.length === 0
  const message = ok
    ? 'The schema is the one of this release.'
    : `These have not run: ${pending.join(', ')}. The next start runs them, and so does "goodword -- migrate".`
  return { name: 'migrations', ok, message }
}

async function checkRole(service: Database): Promise<Check> {
  const isHeld = !(await isPastRowSecurity(service))
  const message = isHeld
    ? 'The service is held to one tenant at a time by row-level security.'
    : 'The role goodword_service is past row-level security. Run: alter role goodword_service nosuperuser nobypassrls'
  return { name: 'row-level security', ok: isHeld, message }
}
