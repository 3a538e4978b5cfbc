import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant } from '../../testing/test-tenant.ts'
import { exportedReferrals } from './kinds/referrals.ts'

const db = await createTestDatabase()

test('an export has the referral of an account that counts, and not the one that it replaced', async () => {
  const tenant = await makeTestTenant(db, 'exported')
  const attribute = (code: ReferralCode) => ({ kind: 'attribute', evidence: 'explicit', code }) as const
  const [taken, honest] = [await tenant.referrer('eve'), await tenant.referrer('ada')]
  await tenant.track('bob', 'browser', tenant.identify('b'), attribute(taken))
  await tenant.track('bob', 'server', attribute(honest))
  const range = { from: null, to: null, position: null, limit: 10 }
  const found = await tenant.ctx.readTenant(tenant.id, (tx) => exportedReferrals.read(tenant.ctx, tx, range))
  expect(found).toHaveLength(2)
  const answers = found.flatMap(({ answer }) => answer ?? [])
  expect(answers.map((it) => it.referralCodeUsed)).toEqual([honest])
})
