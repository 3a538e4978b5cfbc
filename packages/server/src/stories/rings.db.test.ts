import { expect, test } from 'vitest'
import { drainTenant } from '../jobs/drain-tenant.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { merchantAt } from '../testing/merchant.ts'
import { startTestService } from '../testing/test-service.ts'
import { testRunner } from '../testing/test-worker.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const shop = merchantAt(service.call, service.test)
const { runner } = testRunner(service.ctx, async () => null, { handlers: jobHandlers })
const DAY_MS = 86_400_000

async function aDayLater() {
  const now = Number((await shop.requestOk('GET', '/test/clock')).now) + DAY_MS
  await shop.moveClock(now)
  expect(await drainTenant(runner, service.test.alias, now, 60_000)).toBe(true)
}

/** People who refer each other in turn, each with a card of their own. Returns the code of the last one. */
async function chainOf(story: string, length: number): Promise<string> {
  let code = await shop.user(`${story} 0`)
  await shop.sync(`${story} 0`, { evidence: { cardFingerprint: `${story} 0` } })
  for (let it = 1; it < length; it++) {
    const id = `${story} ${it}`
    await shop.friend(id, code)
    await shop.sync(id, { evidence: { cardFingerprint: id } })
    await shop.pay(id)
    await aDayLater()
    code = await shop.user(id)
  }
  return code
}

test.each([
  [3, 'the first person comes back with the same card', { cardFingerprint: 'chain of 3 0' }],
  [6, 'the first person comes back with the same device', { deviceId: 'laptop of 6' }],
])('all of a chain of %i referrals wait for staff once %s', async (length, _how, evidence) => {
  const story = `chain of ${length}`
  const code = await chainOf(story, length)
  await shop.sync(`${story} 0`, { evidence: { deviceId: `laptop of ${length}` } })
  await shop.friend(`${story} again`, code)
  await shop.sync(`${story} again`, { evidence })
  await shop.pay(`${story} again`)
  await aDayLater()
  for (const friend of ['1', 'again']) {
    expect(await shop.referral(`${story} ${friend}`)).toMatchObject({
      referredModerationStatus: 'APPROVED',
      referrerModerationStatus: 'PENDING',
      fraudSignals: [
        {
          rule: 'REFERRAL_RING',
          shadow: false,
          facts: { ringLength: length },
          message: `A chain of ${length} referrals leads back to the same person.`,
        },
      ],
    })
  }
  expect(await brokenInvariants(service.owner, service.test.alias)).toEqual([])
})
