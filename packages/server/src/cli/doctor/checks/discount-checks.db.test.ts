import { expect, test } from 'vitest'
import { BillingStory } from '../../../testing/processor/billing-story.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { checkDiscounts } from './discount-checks.ts'

const service = await startTestService()

async function messages() {
  const checks = await checkDiscounts(service.operator)
  return new Map(checks.map(({ name, ok, message }) => [name, { ok, message }]))
}

test('the doctor names failed discounts, late checks, and accounts that were never charged', async () => {
  // Delays are measured by the clock of the database.
  service.clock.now = Date.now()
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  expect([...(await messages()).values()].map((it) => it.ok)).toEqual([true, true, true])

  const bob = await story.subscribe('bob', { trialDays: 60 })
  const { credentials, control } = story.tenant.shop
  const denied = [{ method: 'PUT', path: '/subscriptions/*' }]
  await control('PATCH', `/keys/${credentials.publicKey}`, { denied })
  const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
  await story.call('POST', '/discount', body)
  await story.runJobs(['succeeded', 'rescheduled', 'failed'])
  expect((await messages()).get('discounts')).toMatchObject({
    ok: false,
    message: expect.stringContaining(
      `${story.alias}: account bob, subscription ${bob.subscriptionId} (PERMISSION_DENIED)`,
    ),
  })

  const { body: clock } = await story.call('GET', '/test/clock')
  await story.call('POST', '/test/clock', { now: Number(clock.now) + 40 * 86_400_000 })
  const late = await messages()
  expect(late.get('discount checks')).toMatchObject({
    ok: false,
    message: expect.stringMatching(/for 9\d\d hours in test programs/),
  })
  expect(late.get('accounts that were never charged')).toMatchObject({
    ok: true,
    message: expect.stringContaining(`${story.alias}: account bob`),
  })
})
