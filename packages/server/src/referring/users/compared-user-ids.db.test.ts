import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { readUser } from './read-user.ts'

const db = await createTestDatabase()

test('a user is the pair of account and user id, compared exactly', async () => {
  const tenant = await makeTestTenant(db, 'exactly')
  const read = (account: string, user: string) =>
    readUser(tenant.ctx, tenant.id, account as AccountId, user as UserId)
  await tenant.track('Acme', 'server', tenant.identify('u1', { email: 'one@example.com' }))
  await tenant.track('acme', 'server', tenant.identify('u1', { email: 'other@example.com' }))
  await tenant.track('acme', 'server', tenant.identify('é', { email: 'composed@example.com' }))
  expect(await read('Acme', 'u1')).toMatchObject({ accountId: 'Acme', id: 'u1', email: 'one@example.com' })
  expect(await read('acme', 'u1')).toMatchObject({ accountId: 'acme', email: 'other@example.com' })
  expect((await read('acme', 'é')).email).toBe('composed@example.com')
  for (const [account, user] of [
    ['acme', 'U1'],
    ['ACME', 'u1'],
    ['acme', 'e\u0301'],
    ['acme ', 'u1'],
  ] as const) {
    await expect(read(account, user)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  }
})
