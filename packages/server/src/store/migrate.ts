import { readdir, readFile } from 'node:fs/promises'
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely'
import type { Database } from './database.ts'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * Brings the schema up to date; the database must be open as its owner. Safe when several processes start at once:
 * the migrator holds a lock. Answers the names of the migrations that ran.
 */
export async function migrate(db: Database): Promise<readonly string[]> {
  const { error, results = [] } = await migratorOf(db).migrateToLatest()
  if (error !== undefined) throw error
  return results.map((it) => it.migrationName)
}

/** The migrations that have not run yet, oldest first. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const migrations = await migratorOf(db).getMigrations()
  return migrations.filter((it) => it.executedAt === undefined).map((it) => it.name)
}

function migratorOf(db: Database): Migrator {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) })
  return new Migrator({
    db: kysely,
    provider: { getMigrations: readMigrations },
    migrationTableSchema: 'migration',
  })
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const entries = files.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [name.slice(0, -'.sql'.length), { up: async (tx) => void (await sql.raw(text).execute(tx)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
