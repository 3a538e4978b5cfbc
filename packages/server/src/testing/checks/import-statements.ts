import { glob } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Loads every file with SQL, because a statement is registered when its file is loaded. Those of backups read and write all rows
 * of all tenants as the owner of the database, and have none of the service's statements.
 */
export async function importStatements(): Promise<void> {
  const server = join(import.meta.dirname, '../..')
  for await (const file of glob(['**/rows/**/*.ts', 'engine/{cluster,driver,job-table,schema}/**/*.ts'], {
    cwd: server,
  })) {
    if (!file.includes('.test.')) await import(join(server, file))
  }
}
