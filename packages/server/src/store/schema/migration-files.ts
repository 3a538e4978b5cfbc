import { readdir, readFile } from 'node:fs/promises'

/** The migrations of this release. */
export const releaseMigrations = new URL('../../../migrations/', import.meta.url)

/** A migration as it is written down; its name is that of its file, without the ending. */
export type MigrationFile = {
  readonly name: string
  readonly text: string
  /**
   * Its statements one by one when they must run outside of a transaction, which building an index without stopping
   * writes takes; null when the whole file runs in one.
   */
  readonly apart: readonly string[] | null
}

/** The migrations in a folder, oldest first. */
export async function readMigrationFiles(folder: URL): Promise<readonly MigrationFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, folder), 'utf8')
      return { name: file.slice(0, -'.sql'.length), text, apart: statementsApart(text) }
    }),
  )
}

/** Such a file holds nothing but plain statements on indexes, so a semicolon ends each of them. */
function statementsApart(text: string): readonly string[] | null {
  const code = text.replaceAll(/--.*$/gm, '')
  if (!/\bindex\s+concurrently\b/i.test(code)) return null
  return code
    .split(';')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}
