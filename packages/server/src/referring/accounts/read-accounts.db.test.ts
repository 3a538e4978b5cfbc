import type { AccountId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { pictureOf } from '../../testing/tracking/tracking-model.ts'
import { readAccount } from './read-accounts.ts'

const db = await createTestDatabase()

test('an account is read as the last call left it, by all who ask at once', async () => {
  const tenant = await makeTestTenant(db, 'read')
  const code = await tenant.referrer('ada')
  const { decision } = await tenant.track(
    'bob',
    'server',
    tenant.identify('u', { email: 'Bob@example.com', firstName: 'Bob' }),
    { kind: 'describe', value: 49.9, billingIntervalType: 'MONTH', billingIntervalValue: 1 },
    { kind: 'attribute', evidence: 'explicit', code },
    { kind: 'report', status: 'PAID' },
  )
  if (decision.kind === 'refused') throw new Error('nothing was wrong')
  const readings = await Promise.all(
    ['bob', 'nobody', 'bob'].map((id) => readAccount(tenant.ctx, tenant.id, id as AccountId)),
  )
  expect(readings[1]).toBeNull()
  for (const it of [readings[0], readings[2]]) {
    expect(it?.programCurrency).toBe('USD')
    expect(it && pictureOf(it.account)).toEqual(pictureOf(decision.account))
  }
})
