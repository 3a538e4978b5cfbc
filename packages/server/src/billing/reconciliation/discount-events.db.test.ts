import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function begin() {
  const story = await BillingStory.begin(service)
  return { story, code: await story.user('ada') }
}

type Event = { type: string; reason: string; data: Record<string, unknown> }

/** The feed about discounts, credit and the connection: the clock's move publishes what happened. */
async function feed(story: BillingStory, type: string): Promise<readonly Event[]> {
  await story.runJobs(['succeeded', 'rescheduled', 'retried', 'failed'])
  const { body } = await story.call('GET', `/events?type=${type}&limit=100`)
  // The answers were held to the contract.
  return body.events as readonly Event[]
}

const amounts = (events: readonly Event[]) =>
  events.map(({ reason, data }) => [reason, data.expectedAmount, data.actualAmount, data.state])

async function timeline(story: BillingStory, account: string): Promise<readonly string[]> {
  const { body } = await story.call('GET', `/account/${account}/timeline?limit=100`)
  const events = body.events as { type: string; message: string }[]
  return events.filter((it) => it.type.startsWith('discount.')).map((it) => `${it.type}: ${it.message}`)
}

const fault = (story: BillingStory, rule: object) => story.tenant.shop.control('POST', '/faults', rule)
const noFaults = (story: BillingStory) => story.tenant.shop.control('DELETE', '/faults')
const ofDiscounts = { method: 'PUT', path: '/subscriptions/*' }

test('a discount that was set, and one that ended, are events', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { trialDays: 10 })
  await story.link(bob, code)
  const [set, ...others] = await feed(story, 'discount.changed')
  expect(others).toEqual([])
  expect(set).toMatchObject({
    reason: 'DISCOUNT_SET',
    data: {
      accountId: 'bob',
      subscriptionId: bob.subscriptionId,
      expectedAmount: 3,
      actualAmount: 3,
      state: 'IN_STEP',
      reason: null,
    },
  })
  await story.call('POST', '/accountsync', { id: 'bob', subscription: { status: 'CANCELLED' } })
  expect(amounts(await feed(story, 'discount.changed'))).toEqual([
    ['DISCOUNT_SET', 3, 3, 'IN_STEP'],
    ['DISCOUNT_SET', 0, 0, 'IN_STEP'],
  ])
  expect(await timeline(story, 'bob')).toEqual([
    'discount.changed: The discount of the next bill was set at the payment processor. It was 3.00 USD and became 0.00 USD.',
    'discount.changed: The discount of the next bill was set at the payment processor. It was 0.00 USD and became 3.00 USD.',
  ])
})

test('a discount that was set although the response was lost is an event', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { trialDays: 10 })
  await fault(story, { ...ofDiscounts, times: 1, action: { kind: 'answer_lost' } })
  await story.call('POST', '/discount', {
    accountId: 'bob',
    paymentProviderId: bob.customerId,
    couponCode: code,
  })
  await story.runJobs(['retried', 'succeeded', 'rescheduled'])
  await story.moveTo('2040-01-31T14:00')
  expect(amounts(await feed(story, 'discount.changed'))).toEqual([['DISCOUNT_SET', 3, 3, 'IN_STEP']])
  expect(await feed(story, 'discount.failed')).toEqual([])
})

describe('a discount that the processor does not accept', () => {
  test('a discount that the processor does not accept is one event, however often the change is tried', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob', { trialDays: 10 })
    await fault(story, { ...ofDiscounts, action: { kind: 'status', status: 403 } })
    const body = { accountId: 'bob', paymentProviderId: bob.customerId, couponCode: code }
    for (let repeat = 0; repeat < 3; repeat += 1) {
      await story.call('POST', '/discount', body)
      await story.runJobs(['failed', 'succeeded'])
    }
    const [failed, ...others] = await feed(story, 'discount.failed')
    expect(others).toEqual([])
    expect(failed).toMatchObject({
      reason: 'DISCOUNT_REJECTED',
      data: { accountId: 'bob', expectedAmount: 3, actualAmount: 0, state: 'FAILED' },
    })
    await noFaults(story)
    await story.link(bob, code)
    expect(amounts(await feed(story, 'discount.changed'))).toEqual([['DISCOUNT_SET', 3, 3, 'IN_STEP']])
    expect(await timeline(story, 'bob')).toHaveLength(2)
  })

  test('a discount that the processor does not accept for the moment is no event', async () => {
    const { story, code } = await begin()
    const bob = await story.subscribe('bob', { trialDays: 10 })
    await fault(story, { ...ofDiscounts, action: { kind: 'status', status: 503 } })
    await story.call('POST', '/discount', {
      accountId: 'bob',
      paymentProviderId: bob.customerId,
      couponCode: code,
    })
    await story.runJobs(['retried', 'succeeded'])
    expect(await feed(story, 'discount.failed')).toEqual([])
  })
})

test('credit that is reserved for a bill, and then taken off it, changes the balance', async () => {
  const { story } = await begin()
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  await feed(story, 'reward.balance.changed')
  const reward = { type: 'CREDIT', unit: 'USD', credit: 500 }
  await story.call('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'credit' })
  await story.runJobs()
  const available = async () => (await feed(story, 'reward.balance.changed')).at(-1)?.data
  const { body } = await story.call('GET', '/account/ada/reward')
  expect(body.credits).toEqual([{ unit: 'USD', available: 0 }])
  expect(await available()).toEqual({ accountId: 'ada', unit: 'USD', available: 0 })
  await story.moveTo('2040-03-03T12:00')
  expect(await feed(story, 'reward.redeemed')).toMatchObject([
    {
      reason: 'BILLED',
      data: { accountId: 'ada', redemptionId: null, unit: 'USD', creditRedeemed: 500, creditAvailable: 0 },
    },
  ])
})

describe('a connection that breaks', () => {
  test('a connection that breaks is one event for each break, and a temporary failure does not hide it', async () => {
    const { story } = await begin()
    const check = () => story.call('POST', '/connection/check')
    const state = async () => (await story.call('GET', '/connection')).body.state
    const failWith = async (status: number) => {
      await noFaults(story)
      await fault(story, { action: { kind: 'status', status } })
      return check()
    }
    await failWith(401)
    await failWith(401)
    expect(await state()).toBe('BROKEN')
    expect((await failWith(503)).status).toBe(503)
    expect(await state()).toBe('BROKEN')
    await failWith(401)
    const [broken, ...others] = await feed(story, 'connection.broken')
    expect(others).toEqual([])
    expect(broken).toMatchObject({
      reason: 'CREDENTIALS_REJECTED',
      data: { state: 'BROKEN', message: expect.stringContaining('PUT connection') },
    })
    await noFaults(story)
    await check()
    expect(await state()).not.toBe('BROKEN')
    await failWith(401)
    expect(await feed(story, 'connection.broken')).toHaveLength(2)
  })
})
