import { expect, test } from 'vitest'
import { BillingStory, type Subscriber } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

/** On 1 April 2040, a friend has subscribed for 30.00 with 10 % off. */
async function begin(months = 12) {
  const story = await BillingStory.begin(service, months)
  const code = await story.user('ada')
  await story.moveTo('2040-04-01T12:00')
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  return { story, bob }
}

/** The answer of the discount endpoint for a price. */
async function discountOf(story: BillingStory, accountId: string, value: string): Promise<string> {
  const { status, body } = await story.call('GET', `/account/${accountId}/reward?value=${value}`)
  expect(status).toBe(200)
  return Number(body.discountAmount).toFixed(2)
}

/** A change of price that is charged or credited at once, with the discount in the same update unless it is left out. */
async function changePrice(
  story: BillingStory,
  { subscriptionId }: Subscriber,
  price: string,
  discount?: string,
) {
  const { success, message } = await story.tenant.shop.sdk.subscription.update(subscriptionId, {
    price,
    ...(discount === undefined
      ? {}
      : { discounts: { update: [{ existingId: 'referral_discount', amount: discount, quantity: 1 }] } }),
    options: { prorateCharges: true, revertSubscriptionOnProrationFailure: true },
  })
  expect(message).toBeUndefined()
  expect(success).toBe(true)
}

test('the prorated charge has the new discount when price and recomputed discount are one update', async () => {
  const { story, bob } = await begin()
  await story.moveTo('2040-04-10T12:00')
  await changePrice(story, bob, '60.00', await discountOf(story, 'bob', '60.00'))
  await story.notify()
  expect(await story.discount(bob.subscriptionId)).toBe('6.00')
  await story.moveTo('2040-05-11T12:00')
  await changePrice(story, bob, '30.00', await discountOf(story, 'bob', '30.00'))
  const { balance } = await story.tenant.shop.sdk.subscription.find(bob.subscriptionId)
  expect(balance, '20 of 31 days of 27.00 less').toBe('-17.42')
  await story.moveTo('2040-07-01T12:00')
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-04-01 |  3.00 | 27.00
2040-04-10 |  6.00 | 18.00
2040-05-01 |  6.00 | 54.00
2040-06-01 |  3.00 |  9.58
2040-07-01 |  3.00 | 27.00
`)
})

test('the prorated charge has the discount of before when the price changes alone, and the upcoming bill the new one', async () => {
  const { story, bob } = await begin()
  await story.moveTo('2040-04-10T12:00')
  await changePrice(story, bob, '60.00')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  await story.notify()
  expect(await story.discount(bob.subscriptionId)).toBe('6.00')
  await story.moveTo('2040-05-11T12:00')
  await changePrice(story, bob, '30.00')
  // The processor sends no notification of a decrease; the read before the bill finds it.
  expect(await story.discount(bob.subscriptionId)).toBe('6.00')
  const { balance } = await story.tenant.shop.sdk.subscription.find(bob.subscriptionId)
  expect(balance, '20 of 31 days of 30.00 less').toBe('-19.35')
  await story.moveTo('2040-05-31T20:00')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  await story.moveTo('2040-07-01T12:00')
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-04-01 |  3.00 | 27.00
2040-04-10 |  3.00 | 20.00
2040-05-01 |  6.00 | 54.00
2040-06-01 |  3.00 |  7.65
2040-07-01 |  3.00 | 27.00
`)
})

test('prorated charges do not use up the months of a discount', async () => {
  const { story, bob } = await begin(3)
  await story.moveTo('2040-04-10T12:00')
  await changePrice(story, bob, '60.00', await discountOf(story, 'bob', '60.00'))
  await story.moveTo('2040-08-01T12:00')
  const rows = (await story.charges(bob.subscriptionId)).trim().split('\n')
  expect(rows.slice(-3)).toEqual([
    '2040-06-01 |  6.00 | 54.00',
    '2040-07-01 |       | 60.00',
    '2040-08-01 |       | 60.00',
  ])
  expect(rows).toHaveLength(6)
})

test('an upgrade before the first bill is refunded: the refund is that of the first price', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  await story.moveTo('2040-04-01T12:00')
  const bob = await story.subscribe('bob')
  await story.link(bob, code)
  await changePrice(story, bob, '60.00', await discountOf(story, 'bob', '60.00'))
  await story.moveTo('2040-04-04T12:00')
  expect(await story.refunds(bob)).toEqual(['3.00'])
})

test('credit on the next bill stays on it when the discount of the update contains it', async () => {
  const story = await BillingStory.begin(service)
  await story.user('ada')
  await story.moveTo('2040-04-01T12:00')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const reward = { type: 'CREDIT', unit: 'USD', credit: 1000 }
  await story.call('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'one' })
  await story.moveTo('2040-04-10T12:00')
  const present = Number(await story.discount(ada.subscriptionId))
  const credit = present - Number(await discountOf(story, 'ada', '30.00'))
  expect(credit).toBe(10)
  const percentage = Number(await discountOf(story, 'ada', '60.00'))
  await changePrice(story, ada, '60.00', (percentage + credit).toFixed(2))
  await story.notify()
  await story.moveTo('2040-06-01T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-04-01 |       | 30.00
2040-04-10 | 10.00 | 20.00
2040-05-01 | 10.00 | 50.00
2040-06-01 |       | 60.00
`)
  const { body } = await story.call('GET', '/account/ada/reward')
  expect(body.credits).toEqual([{ unit: 'USD', available: 0 }])
})
