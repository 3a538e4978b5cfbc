import { expect, test } from 'vitest'
import { BillingStory } from '../../../testing/processor/billing-story.ts'
import { givenOwnBills } from '../../../testing/processor/own-bills.ts'
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
  expect([...(await messages()).values()].map((it) => it.ok)).toEqual([true, true, true, true])

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

test('the doctor names shares that no bill takes, and debts that no further share pays', async () => {
  const own = await givenOwnBills(service)
  const { alias, apiKey: key } = own.keys
  const shares = async () => (await messages()).get('shares of payments')?.message
  const nothing = 'No share waits for a bill for long, or is owed for good.'
  const { body: program } = await own.call('GET', '/program')
  const referrerReward = { type: 'PAYMENT_SHARE', sharePercent: 20 }
  await own.call('PUT', '/program', { ...program, referredReward: null, referrerReward })
  const code = await own.user('ada')
  await own.user('bob')
  await own.call('POST', '/accountsync', { id: 'bob', referral: { code } })
  await own.report('bob')
  await own.moveTo('2040-02-20T12:00:00')
  expect(await shares()).toBe(nothing)
  await own.moveTo('2040-03-20T12:00:00')
  expect(await shares()).toContain(`${alias}: account ada, 6 USD. Link the account`)
  const redeemed = { accountId: 'ada', unit: 'USD', amount: 600 }
  const headers = { 'idempotency-key': 'by_hand' }
  expect(await service.call('POST', '/credit/redeem', { alias, key, body: redeemed, headers })).toMatchObject(
    { status: 200 },
  )
  await own.call('POST', '/payments/reversal', { accountId: 'bob', kind: 'REFUND', reference: 'r1' })
  await own.runJobs()
  expect(await shares()).toBe(nothing)
  await own.call('POST', '/accountsync', { id: 'bob', subscription: { status: 'CANCELLED' } })
  await own.runJobs()
  expect(await shares()).toContain(`${alias}: account ada, 6 USD. Nothing is charged`)
})
