import type { Database } from '../../../engine/driver/database.ts'
import type { Clock } from '../../../engine/foundation/clock.ts'
import { type ForeignMigration, foreignMigration, pendingMigrations } from '../../../engine/schema/migrate.ts'
import { type MissingRight, missingMigrationRights } from '../../../engine/schema/migration-rights.ts'
import {
  readServerClock,
  readServerConnections,
  readServerFacts,
  type ServerFacts,
} from '../../../engine/schema/server-facts.ts'
import { foreignSchema, requireServer } from '../../../start/prepare-database.ts'
import { StartError } from '../../../start/start-error.ts'
import type { Check } from '../check.ts'

/** Looks at a database that can be reached. */
export async function checkDatabase(owner: Database, clock: Clock): Promise<readonly Check[]> {
  const facts = await readServerFacts(owner)
  const server = checkServer(facts)
  // The next checks query tables, which such a server or connection may not find.
  if (!server.ok) return [server]
  const pending = await pendingMigrations(owner)
  return [
    server,
    ...checkDurability(facts),
    checkConnections(await readServerConnections(owner)),
    await checkClock(owner, clock),
    checkRights(await missingMigrationRights(owner)),
    checkMigrations(pending, await foreignMigration(owner)),
  ]
}

function checkServer(facts: ServerFacts): Check {
  try {
    requireServer(facts)
    return {
      name: 'database',
      ok: true,
      message: `PostgreSQL ${Math.floor(facts.version / 10_000)} answers.`,
    }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { name: 'database', ok: false, message: error.message }
  }
}

/** Acknowledged changes must outlive a crash: without any one of these settings they may not. */
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
      message: ok ? message : `${message} Set it to on: a crash could lose acknowledged writes.`,
    }
  })
}

/** A process takes 8 connections, 2 more while it starts; as many again are for its successor. */
const CONNECTIONS_OF_TWO = 20

function checkConnections({ most, open }: { readonly most: number; readonly open: number }): Check {
  const message = `${open} of ${most} connections are open.`
  const ok = most - open >= CONNECTIONS_OF_TWO / 2 && most >= CONNECTIONS_OF_TWO
  const advice = `A process uses 10, and so does the next one during a rolling restart. Raise max_connections, or close other connections.`
  return { name: 'connections', ok, message: ok ? message : `${message} ${advice}` }
}

/** Keys expire by the machine's clock, and processes on several machines share leases. */
const MAX_DIFFERENCE_MS = 2000

async function checkClock(owner: Database, clock: Clock): Promise<Check> {
  const before = clock.now()
  const theirs = await readServerClock(owner)
  const after = clock.now()
  // The answer was made at some moment between the two.
  const differenceMs = theirs < before ? theirs - before : Math.max(0, theirs - after)
  const ok = Math.abs(differenceMs) <= MAX_DIFFERENCE_MS
  const seconds = `${(Math.abs(differenceMs) / 1000).toFixed(1)} s`
  const message = ok
    ? 'The clocks of this machine and the database agree.'
    : `The database's clock is ${seconds} ${differenceMs > 0 ? 'ahead of' : 'behind'} this machine's. Synchronize both with NTP.`
  return { name: 'clock', ok, message }
}

function checkRights(missing: readonly MissingRight[]): Check {
  const [first] = missing
  const message =
    first === undefined
      ? 'The database user has the rights to run migrations.'
      : `The database user lacks the rights to run migrations: ${first.what}. Run as an administrator: ${first.remedy}; or set DATABASE_OWNER_URL.`
  return { name: 'rights', ok: first === undefined, message }
}

function checkMigrations(pending: readonly string[], foreign: ForeignMigration | null): Check {
  if (foreign !== null) return { name: 'migrations', ok: false, message: foreignSchema(foreign) }
  const ok = pending.length === 0
  const message = ok
    ? 'The schema is up to date.'
    : `Pending migrations: ${pending.join(', ')}. The next start runs them, or run "goodword-server migrate".`
  return { name: 'migrations', ok, message }
}
