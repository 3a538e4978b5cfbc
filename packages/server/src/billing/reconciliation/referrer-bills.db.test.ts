import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

const times = (count: number, amount: string) => Array.from({ length: count }, () => amount)
const USD_5 = { type: 'CREDIT', unit: 'USD', credit: 500 }

/** A story whose referrer is a subscriber as well. */
async function begin(months = 12) {
  const story = await BillingStory.begin(service, months)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  return { story, code, ada }
}

/** Subscribes so many friends with the discount. */
async function refer(story: BillingStory, code: string, count: number, name = 'friend') {
  for (let index = 0; index < count; index += 1) {
    const friend = await story.subscribe(`${name}_${index}`, { discount: '3.00' })
    await story.link(friend, code)
  }
}

function give(story: BillingStory, accountId: string, reward: object, key: string) {
  return story.call('POST', '/rewards', { accountId, reward }, { 'idempotency-key': key })
}

async function discounts(story: BillingStory, query = '') {
  const { body } = await story.call('GET', `/discounts${query}`)
  return body.discounts as Record<string, unknown>[]
}

describe('a referrer', () => {
  test('a referrer has 10 % on the twelve bills that follow the conversion', async () => {
    const { story, code, ada } = await begin()
    await story.moveTo('2040-02-10T12:00')
    await refer(story, code, 1)
    expect(await story.discount(ada.subscriptionId)).toBe('3.00')
    await story.moveTo('2041-05-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual([
      ...times(1, '30.00'),
      ...times(12, '27.00'),
      ...times(3, '30.00'),
    ])
  })

  test('a referrer has a bill for each month also when they are made at 06:00 on the day of a conversion at noon', async () => {
    const { story, code, ada } = await begin(3)
    await story.moveTo('2040-03-31T12:00')
    // The bill of this day was made at 06:00.
    await refer(story, code, 1)
    await story.moveTo('2040-09-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual([
      ...times(3, '30.00'),
      ...times(3, '27.00'),
      ...times(2, '30.00'),
    ])
  })

  test('a referrer of eleven friends pays nothing, and has no credit left over for later bills', async () => {
    const { story, code, ada } = await begin(3)
    await refer(story, code, 11)
    expect(await discounts(story, '?accountId=ada')).toMatchObject([
      { expectedAmount: 30, actualAmount: 30, state: 'IN_STEP' },
    ])
    await story.moveTo('2040-06-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '30.00'])
    const { balance } = await story.tenant.shop.sdk.subscription.find(ada.subscriptionId)
    expect(Number(balance)).toBe(0)
  })

  test('a referrer has the percentage of a new price from the next bill on', async () => {
    const { story, code, ada } = await begin()
    await refer(story, code, 1)
    await story.tenant.shop.sdk.subscription.update(ada.subscriptionId, {
      price: '49.90',
      options: { prorateCharges: false },
    })
    // The processor sends no notification of this; the look before the bill finds it.
    await story.moveTo('2040-02-28T20:00')
    await story.moveTo('2040-03-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '44.91'])
  })
})

describe('credit', () => {
  test('credit is taken off the following bills until it is used up, but for what is redeemed meanwhile', async () => {
    const { story, ada } = await begin()
    await give(story, 'ada', { ...USD_5, credit: 4500 }, 'one')
    await story.runJobs()
    expect(await story.discount(ada.subscriptionId)).toBe('30.00')
    const redeem = (amount: number, key: string) =>
      story.call(
        'POST',
        '/credit/redeem',
        { accountId: 'ada', unit: 'USD', amount },
        { 'idempotency-key': key },
      )
    expect((await redeem(4501, 'two')).body).toMatchObject({ apiErrorCode: 'INSUFFICIENT_CREDIT' })
    expect((await redeem(1600, 'three')).body).toMatchObject({ creditRedeemed: 1600, creditAvailable: 0 })
    expect(await story.discount(ada.subscriptionId)).toBe('29.00')
    await story.moveTo('2040-05-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '1.00', '30.00', '30.00'])
    const { body } = await story.call('GET', '/account/ada/reward')
    expect(body.credits).toEqual([{ unit: 'USD', available: 0 }])
  })

  test('credit comes after the percentage, and is spent once over several subscriptions', async () => {
    const { story, code, ada } = await begin()
    const second = await story.addSubscription(ada.token, {})
    await refer(story, code, 1)
    await give(story, 'ada', { ...USD_5, credit: 4000 }, 'one')
    await story.runJobs()
    const taken = await Promise.all([ada.subscriptionId, second].map((it) => story.discount(it)))
    expect(taken.toSorted()).toEqual(['16.00', '30.00'])
    await story.moveTo('2040-04-15T12:00')
    const bills = await Promise.all([ada.subscriptionId, second].map((it) => story.payments(it)))
    expect(bills.map((it) => it.length).toSorted()).toEqual([2, 3])
    expect(bills.flat().toSorted()).toEqual(['14.00', '27.00', '27.00', '30.00', '30.00'])
  })

  test('credit that is scheduled is on the first bill after it is given', async () => {
    const { story, ada } = await begin()
    const dateScheduledFor = Date.parse('2040-02-10T12:00Z')
    const credit = { accountId: 'ada', reward: USD_5, dateScheduledFor }
    await story.ok('POST', '/rewards', credit, { 'idempotency-key': 'one' })
    await story.moveTo('2040-02-11T12:00')
    await story.moveTo('2040-04-01T12:00')
    expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '25.00', '30.00'])
  })

  test('credit of a subscription that is cancelled goes back', async () => {
    const { story, ada } = await begin()
    await give(story, 'ada', USD_5, 'one')
    await story.runJobs()
    const available = async () => (await story.call('GET', '/account/ada/reward')).body.credits
    expect(await available()).toEqual([{ unit: 'USD', available: 0 }])
    await story.tenant.shop.sdk.subscription.cancel(ada.subscriptionId)
    await story.notify()
    expect(await available()).toEqual([{ unit: 'USD', available: 500 }])
  })

  test('credit in another currency waits', async () => {
    const { story } = await begin()
    await give(story, 'ada', { ...USD_5, unit: 'EUR' }, 'one')
    await story.runJobs()
    expect(await discounts(story)).toMatchObject([
      { accountId: 'ada', expectedAmount: 0, actualAmount: 0, state: 'WAITING', reason: 'CURRENCY_DIFFERS' },
    ])
  })
})
