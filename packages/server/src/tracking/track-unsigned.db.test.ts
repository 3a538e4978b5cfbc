import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant, tenantAt } from '../testing/test-tenant.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'

const db = await createTestDatabase()
const PAID = { kind: 'report', status: 'PAID' } as const
const friends = Array.from({ length: 20 }, (_, index) => `friend_${String(index).padStart(2, '0')}`)
const explicit = (code: ReferralCode) => ({ kind: 'attribute', evidence: 'explicit', code }) as const

async function referrerSides(tenant: TestTenant): Promise<Record<string, number>> {
  const text = `select referrer_moderation as side, count(*)::int as counted from referral
    where tenant_id = $1 and converted_at is not null group by 1`
  const rows = await db.owner.query<{ side: string; counted: number }>({ name: '', text }, [tenant.id])
  return Object.fromEntries(rows.map((it) => [it.side, it.counted]))
}

test.each([
  ['that bring the code along', true],
  ['of friends who were attributed before', false],
])(
  'exactly the limit of unsigned payments %s, reported by twenty processes at once, is approved',
  async (_story, isOneCall) => {
    const tenant = await makeTestTenant(db, isOneCall ? 'unsigned_at_once' : 'unsigned_later')
    const code = await tenant.referrer('ada')
    if (!isOneCall) {
      await Promise.all(
        friends.map((it) => tenant.track(it, 'browser', tenant.identify('u'), explicit(code))),
      )
    }
    await Promise.all(
      friends.map((it) => {
        const own = tenantAt(db.service, tenant.id)
        return own.track(it, 'browser', own.identify('u'), ...(isOneCall ? [explicit(code)] : []), PAID)
      }),
    )
    expect(await referrerSides(tenant)).toEqual({ APPROVED: 3, PENDING: 17 })
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  },
)

test('each held side that twenty processes confirm at once is approved once and rewarded once', async () => {
  const tenant = await makeTestTenant(db, 'confirmed_at_once', {
    unsignedConversions: { mode: 'hold', limit: 3 },
  })
  const code = await tenant.referrer('ada')
  await Promise.all(
    friends.map((it) => tenant.track(it, 'browser', tenant.identify('u'), explicit(code), PAID)),
  )
  expect(await referrerSides(tenant)).toEqual({ PENDING: 20 })
  const results = [...friends, ...friends].map((it) =>
    tenantAt(db.service, tenant.id).track(it, 'server', PAID),
  )
  const created = (await Promise.all(results)).flatMap(({ decision }) =>
    decision.kind === 'accepted' ? decision.outcomes.filter((it) => it.type === 'reward.created') : [],
  )
  expect(created).toHaveLength(20)
  expect(await referrerSides(tenant)).toEqual({ APPROVED: 20 })
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
})
