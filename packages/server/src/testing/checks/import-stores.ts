import { glob } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Loads every file of the store, because a statement is registered when its file is loaded. Those of backups read and write
 * all rows of all tenants as the owner of the database, and have none of the service's statements.
 */
export async function importStores(): Promise<void> {
  const store = join(import.meta.dirname, '../../store')
  for await (const file of glob('**/*.ts', { cwd: store })) {
    if (!file.startsWith('backup/') && !file.includes('.test.')) await import(join(store, file))
  }
}
