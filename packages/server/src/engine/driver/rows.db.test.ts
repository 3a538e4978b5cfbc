import { type Account, blankAccount } from '@goodword/domain/referrals/account'
import type { AccountId, AccountKey, ProviderId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { updateAccounts } from '../../tracking/rows/accounts.ts'
import { statement } from './statement.ts'
import { inTenant } from './tenant-tx.ts'

const db = await createTestDatabase()
const lock = statement('test.lock', 'select x.id from account x where x.tenant_id = $1 for no key update')
const read = { name: '', text: 'select id, external_id, provider_id from account where tenant_id = $1' }

type StoredAccount = {
  readonly id: string
  readonly external_id: string
  readonly provider_id: string | null
}

async function tenantWithAccount(id: string) {
  const tenant = await makeTestTenant(db, id)
  await tenant.referrer('ada')
  const accounts = () => db.owner.query<StoredAccount>(read, [tenant.id])
  const [ada] = await accounts()
  if (ada === undefined) throw new Error('the account was not inserted')
  return { tenant, accounts, ada }
}

const changed = (id: string, providerId: string): Account => ({
  ...blankAccount(`of ${id}` as AccountId, id as AccountKey, 0),
  providerId: providerId as ProviderId,
})

test('an update of a missing row fails before the commit of the same pipeline', async () => {
  const { tenant, accounts, ada } = await tenantWithAccount('missing')
  const unknown = changed('00000000-0000-7000-8000-000000000000', 'cus_2')
  const updating = (...rows: readonly Account[]) =>
    inTenant(db.service, tenant.id, async (tx) => updateAccounts(tx, rows))
  const missing = 'wrote 0 rows where 1 were due'
  await expect(updating(unknown)).rejects.toThrow(missing)
  await expect(updating(changed(ada.id, 'cus_1'), unknown)).rejects.toThrow(missing)
  expect(await accounts()).toEqual([ada])
})

test('an update changes all columns but those that are fixed, also of a row that its transaction has locked or changed', async () => {
  const { tenant, accounts, ada } = await tenantWithAccount('there')
  await inTenant(db.service, tenant.id, async (tx) => updateAccounts(tx, [changed(ada.id, 'cus_1')]))
  expect(await accounts()).toEqual([{ ...ada, provider_id: 'cus_1' }])
  await inTenant(db.service, tenant.id, async (tx) => {
    await tx.rows(lock, [])
    updateAccounts(tx, [changed(ada.id, 'cus_2')])
    updateAccounts(tx, [changed(ada.id, 'cus_3')])
  })
  expect(await accounts()).toEqual([{ ...ada, provider_id: 'cus_3' }])
})
