import { readdir, readFile } from 'node:fs/promises'
import { sqlStatements } from './sql-statements.ts'

/** The migrations of this release. */
export const releaseMigrations = new URL('../../../migrations/', import.meta.url)

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
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const statements = sqlStatements(await readFile(new URL(file, folder), 'utf8'))
      const isApart = statements.some((it) => /\bindex\s+concurrently\b/i.test(it))
      return { name: file.slice(0, -'.sql'.length), statements, isApart }
    }),
  )
}
