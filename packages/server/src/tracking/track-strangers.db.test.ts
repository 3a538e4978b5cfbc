import type { Call, Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { histories, lossesOf } from '@goodword/domain/testing/strangers'
import type { AccountId } from '@goodword/domain/values/ids'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAccount } from '../referring/accounts/read-accounts.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../testing/test-tenant.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'
import { newcomer } from './newcomer.ts'

const runs = propertyRuns()

// Nothing is measured by it: on a busy machine everything takes long.
const TIMEOUT_MS = 600_000 + runs * 2000
const db = await createTestDatabase()
let tenants = 0

const settings = fc.record({
  unsignedConversions: fc.record({
    mode: fc.constantFrom('limit' as const, 'hold' as const, 'ignore' as const),
    limit: fc.constantFrom(0, 3),
  }),
})

test(
  'unsigned calls of strangers take nothing from anybody in storage, but what waits with its reason',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, settings, async (history, program) => {
        const alone = await newTenant(program)
        const attacked = await newTenant(program)
        for (const { call, isStranger } of history) {
          const { decision } = await send(attacked, call)
          if (isStranger) continue
          const without = await send(alone, call)
          if (without.decision.kind === 'accepted') expect(decision.kind).toBe('accepted')
        }
        for (const id of new Set(history.map(({ call }) => call.accountId))) {
          const [before, after] = await Promise.all([alone, attacked].map((it) => accountOf(it, id)))
          if (before == null) continue
          expect(after).not.toBeNull()
          if (after != null) expect(lossesOf(before, after)).toEqual([])
        }
        expect(await brokenInvariants(db.owner, attacked.id)).toEqual([])
      }),
      { numRuns: runs },
    )
  },
  TIMEOUT_MS,
)

/** A tenant with the referrers whose codes the calls name. */
async function newTenant(program: Parameters<typeof makeTestTenant>[2]): Promise<TestTenant> {
  tenants += 1
  const tenant = await makeTestTenant(db, `strangers_${tenants}`, program)
  for (const code of ['ADA', 'EVE', 'BOB', 'CYD'] as ReferralCode[]) {
    await tenant.track(`owner of ${code}`, 'server', tenant.identify('owner', { code }))
  }
  return tenant
}

/** The call with a key and a code of the tenant for a new user. */
function send(tenant: TestTenant, { accountId, source, commands }: Call) {
  const own = commands.map(
    (it): Command => (it.kind === 'identify' ? { ...it, newcomer: newcomer(tenant.ctx) } : it),
  )
  return tenant.track(accountId, source, ...own)
}

async function accountOf(tenant: TestTenant, id: AccountId) {
  const reading = await readAccount(tenant.ctx, tenant.id, id)
  return reading?.account ?? null
}
