import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Loads every file of the store, because a statement is registered when its file is loaded. */
export async function importStores(): Promise<void> {
  const stores = join(import.meta.dirname, '..')
  const folders = [
    '.',
    'clicks',
    'cluster',
    'directory',
    'driver',
    'erasure',
    'events',
    'jobs',
    'ledger',
    'lists',
    'mails',
    'outward',
    'people',
    'processor',
    'referrals',
    'schema',
    'secret-boxes',
    'staff',
    'statistics',
    'test-data',
    'tracking',
    'transfers',
  ]
  const found = await readdir(stores, { withFileTypes: true })
  const unknown = found.filter(
    (it) => it.isDirectory() && ![...folders, 'backup', 'checks'].includes(it.name),
  )
  if (unknown.length > 0)
    throw new Error(`folder ${unknown[0]?.name} of the store is missing from import-stores.ts`)
  for (const folder of folders) {
    const files = (await readdir(join(stores, folder))).filter(
      (name) => name.endsWith('.ts') && !name.includes('.test.'),
    )
    await Promise.all(files.map((name) => import(join(stores, folder, name))))
  }
}
