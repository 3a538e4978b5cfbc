import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function begin() {
  const story = await BillingStory.begin(service)
  return { story, code: await story.user('ada') }
}

async function states(story: BillingStory, query = '') {
  const { body } = await story.call('GET', `/discounts${query}`)
  const rows = body.discounts as Record<string, unknown>[]
  return rows.map(({ accountId, expectedAmount, actualAmount, state, reason }) => [
    ...[accountId, expectedAmount, actualAmount, state, reason],
  ])
}

const fault = (story: BillingStory, rule: object) => story.tenant.shop.control('POST', '/faults', rule)
const noFaults = (story: BillingStory) => story.tenant.shop.control('DELETE', '/faults')

describe('a processor that fails', () => {
  test('a processor that fails does not keep a customer from being linked; what follows is done later', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob')
    await fault(story, { action: { kind: 'status', status: 503 } })
    const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
    expect((await story.call('POST', '/discount', body)).status).toBe(201)
    await story.runJobs(['retried', 'succeeded'])
    await noFaults(story)
    expect(await story.discount(bob.subscriptionId)).toBeNull()
    await story.moveTo('2040-02-02T12:00')
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
    expect(await story.account('bob')).toMatchObject({ referral: { status: 'CONVERTED' } })
  })

  test.each(['answer_lost', 'reset', 'malformed', 'truncated'])(
    'a processor that fails with %s while discounts are set has the discount once',
    async (kind) => {
      const { story, code } = await begin()
      const bob = await story.subscribe('bob', { trialDays: 10 })
      await fault(story, { method: 'PUT', path: '/subscriptions/*', times: 1, action: { kind } })
      const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
      await story.call('POST', '/discount', body)
      await story.runJobs(['retried', 'succeeded', 'rescheduled'])
      await story.moveTo('2040-01-31T13:00')
      await story.moveTo('2040-02-12T12:00')
      expect(await story.discount(bob.subscriptionId)).toBe('3.00')
      expect(await story.payments(bob.subscriptionId)).toEqual(['27.00'])
      expect(await states(story, '?accountId=bob')).toEqual([['bob', 3, 3, 'IN_STEP', null]])
    },
  )

  test.each(['answer_lost', 'reset', 'status'])(
    'a processor that fails with %s while a bill is refunded makes one refund',
    async (kind) => {
      const { story, code } = await begin()
      const bob = await story.subscribe('bob')
      await story.link(bob, code)
      const action = kind === 'status' ? { kind, status: 504 } : { kind }
      await fault(story, { method: 'POST', path: '/transactions/*/refund', times: 1, action })
      await story.moveTo('2040-01-31T23:30')
      await story.moveTo('2040-02-01T03:30', ['retried', 'succeeded', 'rescheduled'])
      await story.moveTo('2040-02-04T12:00')
      expect(await story.refunds(bob)).toEqual(['3.00'])
    },
  )
})

test('a refund that the processor does not permit keeps no discount from being set', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob')
  await story.moveTo('2040-01-31T23:30')
  await fault(story, {
    method: 'POST',
    path: '/transactions/*/refund',
    action: { kind: 'status', status: 403 },
  })
  const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
  await story.call('POST', '/discount', body)
  await story.runJobs(['failed', 'rescheduled', 'succeeded'])
  expect(await story.refunds(bob)).toEqual([])
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  await noFaults(story)
  await story.notify()
  expect(await story.refunds(bob)).toEqual(['3.00'])
})

describe('the discount of a subscription', () => {
  test('the discount of a subscription that is past due waits until the bill is paid, and no credit is reserved before', async () => {
    const { story, code } = await begin()
    const ada = await story.subscribe('ada')
    await story.bind(ada)
    await fault(story, {
      times: 1,
      action: { kind: 'decline', code: '2001', subscriptionId: ada.subscriptionId },
    })
    await story.moveTo('2040-02-29T12:00')
    const bob = await story.subscribe('bob', { discount: '3.00' })
    await story.link(bob, code)
    const credit = { accountId: 'ada', reward: { type: 'CREDIT', unit: 'USD', credit: 500 } }
    await story.call('POST', '/rewards', credit, { 'idempotency-key': 'one' })
    await story.runJobs()
    const free = async () => (await story.call('GET', '/account/ada/reward')).body.credits
    expect(await states(story, '?accountId=ada')).toEqual([['ada', 3, 0, 'WAITING', 'PAST_DUE']])
    expect(await free()).toEqual([{ unit: 'USD', available: 500 }])
    expect(await story.discount(ada.subscriptionId)).toBeNull()
    await story.tenant.shop.sdk.subscription.retryCharge(ada.subscriptionId, '30.00', true)
    await story.notify()
    expect(await states(story, '?accountId=ada')).toEqual([['ada', 8, 8, 'IN_STEP', null]])
    expect(await free()).toEqual([{ unit: 'USD', available: 0 }])
  })

  test('the discount of a subscription is corrected after a change in the Control Panel', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob', { discount: '3.00' })
    await story.link(bob, code)
    await story.tenant.shop.sdk.subscription.update(bob.subscriptionId, {
      discounts: { update: [{ existingId: 'referral_discount', amount: '9.00' }] },
      options: { prorateCharges: false },
    })
    expect((await story.link(bob, code)).status).toBe(200)
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  })
})

describe('the account of a customer', () => {
  test('one customer belongs to one account', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob')
    await story.link(bob, code)
    const body = { accountId: 'cyd', paymentProviderId: bob.customerId, couponCode: code }
    expect(await story.call('POST', '/discount', body)).toMatchObject({
      status: 409,
      body: { apiErrorCode: 'PROVIDER_ID_TAKEN' },
    })
    expect((await story.call('GET', '/account/cyd')).status).toBe(404)
  })

  test.each([
    ['the code that the account was attributed by confirms', true],
    ['another code does not confirm', false],
  ])('a page’s claim of a customer is decided by the coupon field: %s it', async (_name, isConfirmed) => {
    const { story, code } = await begin()
    const other = await story.user('eve')
    const bob = await story.subscribe('bob', { coupon: isConfirmed ? code : other })
    const fields = {
      user_id: 'b',
      referral_code: code,
      payment_provider_id: bob.customerId,
      account_status: 'PAID',
    }
    await story.call('POST', '/open/identify', { account_id: 'bob', ...fields })
    expect(await story.account('bob')).toMatchObject({
      paymentProviderId: null,
      referral: { status: 'IN_PROGRESS' },
    })
    await story.moveTo('2040-02-29T07:00')
    const customer = isConfirmed ? bob.customerId : null
    expect(await story.account('bob')).toMatchObject({ paymentProviderId: customer })
    expect(await story.discount(bob.subscriptionId)).toBe(isConfirmed ? '3.00' : null)
  })
})

test('a connection that is made again finds what happened without it', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob')
  const ada = await story.subscribe('ada')
  await story.call('DELETE', '/connection')
  await story.call('POST', '/accountsync', { id: 'ada', paymentProviderId: ada.customerId })
  const referral = { code }
  await story.call('POST', '/accountsync', { id: 'bob', paymentProviderId: bob.customerId, referral })
  await story.runJobs()
  expect(await story.discount(bob.subscriptionId)).toBeNull()
  await story.call('PUT', '/connection', story.tenant.shop.credentials)
  await story.runJobs()
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  expect(await story.discount(ada.subscriptionId)).toBe('3.00')
})

test('a bill that is overdue at the processor is looked at once a day', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  // The clock of the gateway stays where it is.
  await story.call('POST', '/test/clock', { now: Date.parse('2040-04-15T12:00:00Z') })
  await story.runJobs()
  expect(await states(story)).toEqual([['bob', 3, 3, 'IN_STEP', null]])
})

test('a customer that an account left while nothing was connected can be linked to another account that leaves its own', async () => {
  const { story } = await begin()
  const link = async (id: string, paymentProviderId: string) =>
    (await story.call('POST', '/accountsync', { id, paymentProviderId })).status
  await link('ada', 'lost_1')
  await link('bob', 'lost_2')
  await story.runJobs()
  await story.call('DELETE', '/connection')
  expect(await link('ada', 'lost_3')).toBe(200)
  await story.call('PUT', '/connection', story.tenant.shop.credentials)
  expect(await link('bob', 'lost_1')).toBe(200)
  expect(await story.account('bob')).toMatchObject({ paymentProviderId: 'lost_1' })
})
