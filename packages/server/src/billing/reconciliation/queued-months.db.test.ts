import { expect, test } from 'vitest'
import { enqueueJobs } from '../../frame/jobs/enqueue-job.ts'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

/** One free month for each friend, one after another. */
const freeMonth = {
  type: 'PCT_DISCOUNT',
  discountPercent: 100,
  monthsDiscountIsValid: 1,
  stacking: 'QUEUE',
} as const

/** The referrer Ada is billed on the last day of each month at 06:00, or once a year. */
async function begin({ isBound = true, plan = 'monthly' } = {}) {
  const story = await BillingStory.begin(service, 1)
  await service.setProgram({ referredReward: null, referrerReward: freeMonth }, story.alias)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada', { plan })
  if (isBound) await story.bind(ada)
  await story.moveTo('2040-02-10T12:00')
  return { story, code, ada }
}

/** Three friends at once give Ada three free months. */
async function bringThree(story: BillingStory, code: string) {
  for (const friend of ['bob', 'cyd', 'dan']) await story.link(await story.subscribe(friend), code)
}

async function queueOf(story: BillingStory) {
  const { body } = await story.call('GET', '/rewards?accountId=ada&order=OLDEST')
  const rewards = body.rewards as { queuePosition: number | null; billsLeft: number; statuses: string[] }[]
  return rewards.map(({ queuePosition, billsLeft, statuses: [status] }) => [status, queuePosition, billsLeft])
}

test('three friends at once give three free months, one after another, each on one bill', async () => {
  const { story, code, ada } = await begin()
  await bringThree(story, code)
  expect(await queueOf(story)).toEqual([
    ['AVAILABLE', 0, 1],
    ['AVAILABLE', 1, 1],
    ['AVAILABLE', 2, 1],
  ])
  const { body } = await story.call('GET', '/account/ada/reward?value=30')
  expect(body).toMatchObject({ uncappedPercentage: 100, discountAmount: 30 })
  const { rewards } = await story.ok('GET', '/rewards?accountId=ada&order=OLDEST')
  expect(rewards).toMatchObject(
    ['2040-02-29', '2040-03-31', '2040-04-30'].map((it) => ({ dateBegins: Date.parse(it) })),
  )
  const waiting = async () => (await story.ok('GET', '/account/ada/user/ada_user/figures')).queued
  expect(await waiting()).toEqual({ waiting: 3, dateNextBegins: Date.parse('2040-02-29'), isByBill: true })
  await story.moveTo('2040-03-01T12:00')
  expect(await queueOf(story)).toEqual([
    ['EXPIRED', null, 0],
    ['AVAILABLE', 0, 1],
    ['AVAILABLE', 1, 1],
  ])
  await story.moveTo('2040-07-01T12:00')
  expect(await queueOf(story)).toEqual([
    ['EXPIRED', null, 0],
    ['EXPIRED', null, 0],
    ['EXPIRED', null, 0],
  ])
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-05-31 |       | 30.00
2040-06-30 |       | 30.00
`)
  expect((await story.call('GET', '/account/ada/reward?value=30')).body).toMatchObject({
    uncappedPercentage: 0,
  })
  expect(await waiting()).toBeNull()
  const { events } = await story.ok('GET', '/account/ada/timeline?limit=100')
  const turns = (events as readonly { type: string; reason: string }[])
    .filter(({ type }) => type === 'reward.queued' || type === 'reward.billed')
    .map(({ type, reason }) => `${type} ${reason}`)
  expect(turns.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'reward.billed NEXT_IN_QUEUE'),
    ...Array.from({ length: 2 }, () => 'reward.queued OTHERS_COME_FIRST'),
  ])
})

test('a friend who leaves takes one free month out of the queue, and the others move up', async () => {
  const { story, code, ada } = await begin()
  for (const friend of ['bob', 'cyd']) await story.link(await story.subscribe(friend), code)
  await story.call('POST', '/accountsync', { id: 'bob', subscription: { status: 'CANCELLED' } })
  await story.moveTo('2040-02-11T12:00')
  expect(await queueOf(story)).toEqual([
    ['CANCELLED', null, 1],
    ['AVAILABLE', 0, 1],
  ])
  await story.moveTo('2040-05-01T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-03-31 |       | 30.00
2040-04-30 |       | 30.00
`)
})

test('months that were used by their time are not given again on bills that are seen later', async () => {
  const { story, code, ada } = await begin({ isBound: false })
  await bringThree(story, code)
  await story.moveTo('2040-03-20T12:00')
  expect(await queueOf(story)).toEqual([
    ['EXPIRED', null, null],
    ['AVAILABLE', 0, null],
    ['AVAILABLE', 1, null],
  ])
  await story.bind(ada)
  expect(await queueOf(story)).toEqual([
    ['EXPIRED', null, 0],
    ['AVAILABLE', 0, 1],
    ['AVAILABLE', 1, 1],
  ])
  await story.moveTo('2040-06-01T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-05-31 |       | 30.00
`)
  const { body } = await story.call('GET', '/bills?accountId=ada&state=WRONG')
  expect(body.count).toBe(0)
})

test('after the connection is removed the months that bills have left go on by time, and end', async () => {
  const { story, code } = await begin()
  await bringThree(story, code)
  await story.moveTo('2040-03-01T12:00')
  await story.ok('DELETE', '/connection')
  expect(await queueOf(story)).toEqual([
    ['EXPIRED', null, null],
    ['AVAILABLE', 0, null],
    ['AVAILABLE', 1, null],
  ])
  const percents = []
  for (const time of ['2040-03-31T12:00', '2040-04-02T12:00', '2040-04-30T12:00', '2040-05-02T12:00']) {
    await story.call('POST', '/test/clock', { now: Date.parse(`${time}Z`) })
    await story.runJobs()
    percents.push((await story.account('ada/reward')).uncappedPercentage)
  }
  expect(percents).toEqual([100, 100, 100, 0])
  expect((await queueOf(story)).map(([status]) => status)).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED'])
})

test('months that were used by their time before a program is connected again are not given to another customer', async () => {
  const { story, code, ada } = await begin()
  await bringThree(story, code)
  await story.moveTo('2040-03-01T12:00')
  await story.ok('DELETE', '/connection')
  await story.moveTo('2040-03-20T12:00')
  expect((await queueOf(story)).map(([status]) => status)).toEqual(['EXPIRED', 'AVAILABLE', 'AVAILABLE'])
  await story.tenant.shop.sdk.customer.delete(ada.customerId)
  await story.ok('PUT', '/connection', story.tenant.shop.credentials)
  const again = await story.subscribe('ada_again')
  await story.call('POST', '/accountsync', { id: 'ada', paymentProviderId: again.customerId })
  await story.runJobs()
  expect(await queueOf(story)).toEqual([
    ['EXPIRED', null, 0],
    ['EXPIRED', null, 0],
    ['AVAILABLE', 0, 1],
  ])
  await story.moveTo('2040-06-21T12:00')
  expect(await story.charges(again.subscriptionId)).toBe(`
2040-03-20 |       | 30.00
2040-05-20 |       | 30.00
2040-06-20 |       | 30.00
`)
  // As of other percentages, the bill from before the link is one of those that had it.
  const { body } = await story.call('GET', '/bills?accountId=ada&state=WRONG')
  expect(body.bills).toMatchObject([{ reason: 'DISCOUNT_MISSING', expectedDiscount: 30, charged: 30 }])
})

test('months that were earned and used by their time while no program was connected are not given to another customer', async () => {
  const { story, code, ada } = await begin()
  const always = { type: 'PCT_DISCOUNT', discountPercent: 10 }
  await story.ok('POST', '/rewards', { accountId: 'ada', reward: always }, { 'idempotency-key': 'always' })
  await story.moveTo('2040-03-01T12:00')
  await story.tenant.shop.sdk.customer.delete(ada.customerId)
  await story.ok('DELETE', '/connection')
  for (const id of ['bob', 'cyd', 'dan']) {
    await story.user(id)
    await story.ok('POST', '/accountsync', { id, referral: { code }, subscription: { status: 'PAID' } })
  }
  await story.moveTo('2040-04-20T12:00')
  expect((await queueOf(story)).map(([status]) => status)).toEqual([
    ...['AVAILABLE', 'EXPIRED', 'AVAILABLE', 'AVAILABLE'],
  ])
  await story.ok('PUT', '/connection', story.tenant.shop.credentials)
  const again = await story.subscribe('ada_again')
  await story.call('POST', '/accountsync', { id: 'ada', paymentProviderId: again.customerId })
  await story.runJobs()
  // The bill from before the link is one of those that had a month.
  expect((await queueOf(story)).slice(1)).toEqual([
    ['EXPIRED', null, 0],
    ['EXPIRED', null, 0],
    ['AVAILABLE', 0, 1],
  ])
  await story.moveTo('2040-07-21T12:00')
  expect(await story.charges(again.subscriptionId)).toBe(`
2040-04-20 |       | 30.00
2040-06-20 |  3.00 | 27.00
2040-07-20 |  3.00 | 27.00
`)
})

test.each([
  ['monthly', { months: 3, from: '2040-03-01', to: 'yearly', billsLeft: 1 }, ['2040-04-20', '2040-05-10']],
  ['yearly', { months: 14, from: '2041-02-01', to: 'monthly', billsLeft: 2 }, ['2041-03-20', '2041-04-10']],
])(
  'after a bill of a %s plan and a change to another one, the months that no bill used go on by time',
  async (plan, change, [within, after]) => {
    const { months, from, to, billsLeft } = change
    const { story, ada } = await begin({ plan })
    const reward = { ...freeMonth, discountPercent: 50, monthsDiscountIsValid: months }
    await story.ok('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'half' })
    await story.moveTo(`${from}T12:00`)
    await story.tenant.shop.sdk.subscription.cancel(ada.subscriptionId)
    await story.addSubscription(ada.token, { plan: to, trialDays: 20 })
    await service.ctx.writeTenant(story.alias, async (tx) =>
      enqueueJobs(tx, [{ kind: 'CUSTOMER', subject: ada.customerId }]),
    )
    await story.runJobs()
    expect(await queueOf(story)).toEqual([['AVAILABLE', 0, billsLeft]])
    await story.ok('DELETE', '/connection')
    await story.runJobs()
    const percents = []
    for (const day of [within, after]) {
      await story.call('POST', '/test/clock', { now: Date.parse(`${day}T12:00Z`) })
      await story.runJobs()
      percents.push((await story.account('ada/reward')).uncappedPercentage)
    }
    expect(percents).toEqual([50, 0])
  },
)
