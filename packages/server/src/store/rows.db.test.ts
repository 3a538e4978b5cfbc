import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'
import { arraysOf, updateRows } from './rows.ts'
import { inTenant } from './tenant-tx.ts'

const db = await createTestDatabase()
const columns = { id: 'uuid', provider_id: 'text' } as const
const update = updateRows('account', columns)

test('an update of a row that is not there fails before the commit that travels with it', async () => {
  const tenant = await makeTestTenant(db, 'acme')
  await tenant.referrer('ada')
  const accounts = () =>
    db.owner.query<{ id: string; provider_id: string | null }>(
      { name: '', text: 'select id, provider_id from account where tenant_id = $1' },
      [tenant.id],
    )
  const [ada] = await accounts()
  const unknown = '00000000-0000-7000-8000-000000000000'
  const writing = (ids: readonly (string | undefined)[]) =>
    inTenant(db.service, tenant.id, async (tx) =>
      tx.write(
        update,
        arraysOf(
          columns,
          ids.map((id) => ({ id: id ?? '', provider_id: 'cus_1' })),
        ),
      ),
    )

  await expect(writing([ada?.id, unknown])).rejects.toThrow('wrote 1 rows where 2 were due')
  expect(await accounts()).toMatchObject([{ provider_id: null }])
  await writing([ada?.id])
  expect(await accounts()).toMatchObject([{ provider_id: 'cus_1' }])
})
