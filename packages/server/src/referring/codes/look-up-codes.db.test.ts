import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { lookUpCode } from './look-up-codes.ts'

const db = await createTestDatabase()

test('a code is found with the person who shares it, by all who ask at once', async () => {
  const tenant = await makeTestTenant(db, 'found')
  const code = await tenant.referrer('ada', 'a')
  await tenant.track('ada', 'server', tenant.identify('a', { firstName: 'Ada', lastName: 'Lovelace' }))
  const readings = await Promise.all(
    [code, 'NOSUCH' as ReferralCode, code].map((it) => lookUpCode(tenant.ctx, tenant.id, it)),
  )
  expect(readings.map((it) => it.fault)).toEqual([null, 'CODE_UNKNOWN', null])
  expect(readings[0]).toMatchObject({ code: { code, referrerName: 'Ada L.', createdAt: tenant.clock.now } })
  expect(readings[2]).toEqual(readings[0])
})

test('a code works until the moment it is switched off or expires', async () => {
  const tenant = await makeTestTenant(db, 'until')
  const until = tenant.clock.now + 1000
  for (const [column, fault] of [
    ['disabled_at', 'CODE_DISABLED'],
    ['expires_at', 'CODE_EXPIRED'],
  ]) {
    const code = await tenant.referrer(`owner of ${column}`)
    const text = `update referral_code set ${column} = $3 where tenant_id = $1 and code = $2`
    await db.owner.query({ name: '', text }, [tenant.id, code, new Date(until).toISOString()])
    tenant.clock.now = until - 1
    expect((await lookUpCode(tenant.ctx, tenant.id, code)).fault).toBeNull()
    tenant.clock.now = until
    expect((await lookUpCode(tenant.ctx, tenant.id, code)).fault).toBe(fault)
  }
})

test('no code works while the program is switched off', async () => {
  const tenant = await makeTestTenant(db, 'inactive', { active: false })
  expect((await lookUpCode(tenant.ctx, tenant.id, await tenant.referrer('ada'))).fault).toBe(
    'PROGRAM_INACTIVE',
  )
})
