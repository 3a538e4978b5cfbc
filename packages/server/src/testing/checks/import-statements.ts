import { glob } from 'node:fs/promises'
import { join } from 'node:path'

/** Loads every file with SQL of the service, because a statement is registered when its file is loaded; backups have none of these. */
export async function importStatements(): Promise<void> {
  const server = join(import.meta.dirname, '../..')
  for await (const file of glob(['**/rows/**/*.ts', 'engine/{cluster,driver,job-table,schema}/**/*.ts'], {
    cwd: server,
  })) {
    if (!file.includes('.test.')) await import(join(server, file))
  }
}
