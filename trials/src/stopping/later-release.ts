import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseAddress } from '@goodword/server/store/driver/database'
import { migrate } from '@goodword/server/store/schema/migrate'
import { releaseMigrations } from '@goodword/server/store/schema/migration-files'
import { asOwner } from '../crash/database-faults.ts'

/** What a release after this one may bring: a column, an index and a function that replaces one. */
const added = {
  '9001_column': 'alter table app.account add column later_column text',
  '9002_index': `drop index concurrently if exists app.entry_by_unit;
    create index concurrently entry_by_unit on app.entry (tenant_id, unit);`,
  '9003_function': `create or replace function app.tenants_with_failed_jobs(after text, most integer) returns setof text
    language sql stable security definer set search_path = pg_catalog, pg_temp
    as $$ select after where most < 0 $$;`,
}

/** Migrates as a release after this one does at its start, from a folder for its files. Answers the names of the new ones. */
export async function migrateAsLaterRelease(
  address: DatabaseAddress,
  folder: string,
): Promise<readonly string[]> {
  await cp(releaseMigrations, folder, { recursive: true })
  for (const [name, text] of Object.entries(added)) await writeFile(join(folder, `${name}.sql`), text)
  return asOwner(address, (owner) => migrate(owner, { folder: pathToFileURL(`${folder}/`) }))
}
