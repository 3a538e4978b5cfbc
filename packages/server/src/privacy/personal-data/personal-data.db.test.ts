import type pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { personalData } from './personal-data.ts'
import type { PersonalData } from './treatment.ts'

const { owner } = await createTestDatabase()

test('I15: every column of the schema is classified: what it says about people, and how that is erased', async () => {
  expect(await unclassified(personalData)).toEqual([])
})

test.each([
  [
    'a column',
    'alter table app.account_user add column phone text',
    'account_user.phone: add it to personal-data.ts',
  ],
  [
    'a table',
    'create table app.letter (tenant_id text not null, body text)',
    'letter.body: add it to personal-data.ts',
  ],
  [
    'a dropped column',
    'alter table app.account_user drop column email',
    'account_user.email: there is no such column; remove it from personal-data.ts',
  ],
  [
    'a dropped table',
    'drop table app.test_clock',
    ['ahead_ms', 'moving_from', 'moving_to'].map(
      (column) => `test_clock.${column}: there is no such column; remove it from personal-data.ts`,
    ),
  ],
])('%s that the list does not have is found', async (_name, ddl, found) => {
  const expected = typeof found === 'string' ? [found] : found
  expect(await unclassified(personalData, ddl)).toEqual(expected)
})

const columnsText = `
select c.relname as table, a.attname as column
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p', 'f') and not c.relispartition`

/** The columns that the list and the catalog do not share, after some DDL, which is taken back. */
async function unclassified(list: PersonalData, ddl = ''): Promise<string[]> {
  const client = await owner.pool.connect()
  try {
    await client.query('begin')
    await client.query(ddl)
    return differences(list, await client.query(columnsText))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

function differences(list: PersonalData, { rows }: pg.QueryResult<{ table: string; column: string }>) {
  const listed = new Set(
    Object.entries(list).flatMap(([table, columns]) => Object.keys(columns).map((it) => `${table}.${it}`)),
  )
  // The tenant of a row is a column like others in tables of the directory; in all others it says whose row it is.
  const isTenant = (it: string) => it.endsWith('.tenant_id') && !listed.has(it)
  const present = rows.map((it) => `${it.table}.${it.column}`).filter((it) => !isTenant(it))
  return [
    ...present.filter((it) => !listed.has(it)).map((it) => `${it}: add it to personal-data.ts`),
    ...[...listed]
      .filter((it) => !present.includes(it))
      .map((it) => `${it}: there is no such column; remove it from personal-data.ts`),
  ].sort()
}
