import type { Command } from '@goodword/domain/referrals/command'
import { SKIPPED_CODES_OF_BROWSERS } from '@goodword/domain/referrals/outcome'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { ProviderId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../testing/test-tenant.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'

const db = await createTestDatabase()

const explicit = (code: ReferralCode): Command => ({ kind: 'attribute', evidence: 'explicit', code })
const cookie = (code: ReferralCode): Command => ({ kind: 'attribute', evidence: 'cookie', code })
const claim = (providerId: string): Command => ({ kind: 'bind', providerId: providerId as ProviderId })
const madeUp = Array.from({ length: 60 }, (_, index) => `MADE_UP_${index}` as ReferralCode)

/** How many events of each reason the account has. */
async function skippedOf(tenant: TestTenant, account: string): Promise<Record<string, number>> {
  const text = `select e.reason, count(*)::int as counted
    from event e join account a on a.tenant_id = $1 and a.id = e.account_id
    where e.tenant_id = $1 and e.type = 'attribution.skipped' and a.external_id = $2
    group by e.reason`
  const rows = await db.owner.query<{ reason: string; counted: number }>({ name: '', text }, [
    tenant.id,
    account,
  ])
  return Object.fromEntries(rows.map((it) => [it.reason, it.counted]))
}

describe('codes that unsigned calls make up', () => {
  test.each([
    ['as explicit codes', explicit],
    ['as tracking cookies', cookie],
  ])(
    'codes that unsigned calls make up %s add a bounded number of events to an account',
    async (_story, attribute) => {
      const tenant = await makeTestTenant(db, `made_up_${attribute.name}`)
      await tenant.referrer('victim')
      for (const code of madeUp) {
        const { decision } = await tenant.track('victim', 'browser', tenant.identify('u'), attribute(code))
        expect(decision.kind).toBe('accepted')
      }
      const skipped = Object.values(await skippedOf(tenant, 'victim'))
      expect(skipped.length).toBeGreaterThan(0)
      for (const counted of skipped) expect(counted).toBeLessThanOrEqual(SKIPPED_CODES_OF_BROWSERS)
      expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
    },
  )

  test('made-up codes add a bounded number of events also to an account that is closed, while each code of the server is kept', async () => {
    const tenant = await makeTestTenant(db, 'made_up_closed')
    await tenant.track('victim', 'server', { kind: 'report', status: 'PAID' })
    for (const code of madeUp) await tenant.track('victim', 'browser', tenant.identify('u'), explicit(code))
    expect(await skippedOf(tenant, 'victim')).toEqual({ EXISTING_CUSTOMER: SKIPPED_CODES_OF_BROWSERS })
    for (const code of madeUp) await tenant.track('victim', 'server', explicit(code))
    expect(await skippedOf(tenant, 'victim')).toEqual({
      EXISTING_CUSTOMER: SKIPPED_CODES_OF_BROWSERS + madeUp.length,
    })
  })
})

describe('friends of one referrer', () => {
  const mail = 'shared@example.com'

  test.each([
    ['an e-mail address', (it: TestTenant) => [it.identify('u', { email: mail })]],
    ['a claimed customer', (it: TestTenant) => [it.identify('u'), claim('customer')]],
  ])(
    'friends who share what is said of their referrer are screened again up to 100 for %s, the others before they convert',
    async (story, share) => {
      const tenant = await makeTestTenant(db, `many_friends_${story.length}`)
      const code = await tenant.referrer('ada', 'a')
      const friends = Array.from({ length: 130 }, (_, index) => `friend_${index}`)
      await Promise.all(friends.map((it) => tenant.track(it, 'browser', ...share(tenant), explicit(code))))
      await tenant.track('ada', 'server', tenant.identify('a', { email: mail }), claim('customer'))
      expect(await flagged(tenant)).toHaveLength(100)
      await Promise.all(
        friends.map((it) => tenant.track(it, 'server', { kind: 'report', status: 'PAID' } as const)),
      )
      expect(await flagged(tenant)).toHaveLength(130)
      expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
    },
  )
})

async function flagged(tenant: TestTenant): Promise<readonly unknown[]> {
  const text = `select id from referral where tenant_id = $1 and signals <> '[]' and referrer_moderation <> 'APPROVED'`
  return await db.owner.query({ name: '', text }, [tenant.id])
}
