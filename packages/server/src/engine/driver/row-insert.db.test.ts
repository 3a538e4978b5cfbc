import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { allStatements } from './statement.ts'
import { inTenant } from './tenant-tx.ts'
import '../../tracking/rows/accounts.ts'
import '../../tracking/rows/ledger/entries.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'

const db = await createTestDatabase()
const tenant = await makeTestTenant(db, 'acme')
const account = '00000000-0000-7000-8000-000000000001'
const when = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const event = (id: string) => ({
  id: id as Parameters<typeof insertEvents>[1][number]['id'],
  actor: 'ser"ver\\',
  outcome: { type: 'user.created', reason: 'IDENTIFIED', account } as never,
})

async function stored(ids: readonly string[]) {
  const rows = await db.owner.query<Record<string, unknown>>(
    { name: '', text: `select * from event where tenant_id = $1 and id = any($2::uuid[]) order by id` },
    [tenant.id, ids],
  )
  return rows.map(({ id: _id, ...others }) => others)
}

test('a row is stored the same way whether it is inserted alone, beside a few or beside many', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => `00000000-0000-7000-8000-${1e11 + index}`)
  for (const together of [ids.slice(0, 1), ids.slice(1, 3), ids.slice(3)]) {
    await inTenant(db.service, tenant.id, async (tx) =>
      insertEvents({ ...tx, now: when }, together.map(event)),
    )
  }
  const [alone, ...others] = await stored(ids)
  expect(alone).toMatchObject({ actor: 'ser"ver\\', created_at: when, subject: null })
  expect(others).toEqual(Array.from({ length: 9 }, () => alone))
})

test('each table that tracking inserts into has both statements', () => {
  const names = allStatements().map((it) => it.name)
  const many = names.filter((it) => it.endsWith('.insert') && names.includes(`${it}_one`))
  expect(many).toEqual(expect.arrayContaining(['account.insert', 'event.insert', 'entry.insert']))
})
