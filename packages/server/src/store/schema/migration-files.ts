import { readdir, readFile } from 'node:fs/promises'
import { sqlStatements } from './sql-statements.ts'

/** The migrations of this release. */
export const releaseMigrations = new URL('../../../migrations/', import.meta.url)

/**
 * The last migration of the baseline, and that of the schema which it has replaced. Both have the same tables with the same columns,
 * so that a backup with the one can be restored into the other.
 */
export const baseline = { last: '0016_erasure', replaced: '0140_used_call_budgets' } as const

/** A migration as it is written down; its name is that of its file, without the ending. */
export type MigrationFile = {
  readonly name: string
  readonly statements: readonly string[]
  /**
   * Its statements must run outside of a transaction, which building an index without stopping writes takes; the others of
   * a file run in one.
   */
  readonly isApart: boolean
}

/** The migrations in a folder, oldest first. */
export async function readMigrationFiles(folder: URL): Promise<readonly MigrationFile[]> {
  return Promise.all(
    (await readMigrationNames(folder)).map(async (name) => {
      const statements = sqlStatements(await readFile(new URL(`${name}.sql`, folder), 'utf8'))
      const isApart = statements.some((it) => /\bindex\s+concurrently\b/i.test(it))
      return { name, statements, isApart }
    }),
  )
}

/** Their names alone, in the same order. */
export async function readMigrationNames(folder: URL): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return files.map((file) => file.slice(0, -'.sql'.length))
}
