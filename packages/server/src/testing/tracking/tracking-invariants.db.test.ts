import { expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { makeTestTenant } from '../test-tenant.ts'
import { brokenInvariants } from './tracking-invariants.ts'

const db = await createTestDatabase()
const referrerReward = { type: 'CREDIT', unit: 'USD', credit: 500 } as const

const orphan = 'a row refers to rows that exist'
test.for([
  ['account', orphan],
  ['account_user', 'a code belongs to a person of the account'],
  ['referral', orphan],
  ['reward', orphan],
] as const)('the check finds what refers to a deleted row of %s', async ([table, broken]) => {
  const tenant = await makeTestTenant(db, table, { referrerReward })
  const code = await tenant.referrer('ada')
  await tenant.track('friend', 'server', tenant.identify('f'), {
    kind: 'attribute',
    evidence: 'explicit',
    code,
  })
  await tenant.track('friend', 'server', { kind: 'report', status: 'PAID' })
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])

  await db.owner.query({ name: '', text: `delete from ${table} where tenant_id = $1` }, [tenant.id])
  expect(await brokenInvariants(db.owner, tenant.id)).toContain(broken)
})
