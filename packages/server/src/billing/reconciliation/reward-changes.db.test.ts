import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

async function begin(trialDays?: number) {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada', trialDays === undefined ? {} : { trialDays })
  await story.bind(ada)
  return { story, code, ada }
}

async function refer(story: BillingStory, code: string, name: string) {
  const friend = await story.subscribe(name, { discount: '3.00' })
  expect((await story.link(friend, code)).status).toBe(201)
  return friend
}

async function moderate(story: BillingStory, action: string) {
  const { body } = await story.call('GET', '/referrals?referredAccountId=bob')
  const [referral] = body.referrals as { readonly id: string }[]
  const actions = [{ referralId: referral?.id, action }]
  expect((await story.call('POST', '/referrals/moderate', { actions })).status).toBe(200)
  await story.runJobs()
}

test('ten friends make the bills free; when one leaves, the bills rise with the next one', async () => {
  const { story, code, ada } = await begin()
  const friends = []
  for (let index = 0; index < 10; index += 1) friends.push(await refer(story, code, `friend_${index}`))
  expect(await story.discount(ada.subscriptionId)).toBe('30.00')
  await story.moveTo('2040-03-05T12:00')
  expect(await story.payments(ada.subscriptionId)).toEqual(['30.00'])
  await story.tenant.shop.sdk.subscription.cancel(friends[0]?.subscriptionId ?? '')
  await story.notify()
  // A referral ends when its friend has had no subscription for a day.
  await story.moveTo('2040-03-07T12:00')
  expect(await story.discount(ada.subscriptionId)).toBe('27.00')
  await story.moveTo('2040-05-01T12:00')
  // The bill of 29 February came to nothing.
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-03-31 | 27.00 |  3.00
2040-04-30 | 27.00 |  3.00
`)
})

test('a denied referral takes the discounts off both bills, and an approved one puts them back', async () => {
  const { story, code, ada } = await begin()
  const bob = await refer(story, code, 'bob')
  const discounts = () => Promise.all([ada, bob].map((it) => story.discount(it.subscriptionId)))
  expect(await discounts()).toEqual(['3.00', '3.00'])
  await moderate(story, 'DENY')
  expect(await discounts()).toEqual([null, null])
  await story.moveTo('2040-03-01T12:00')
  await moderate(story, 'APPROVE')
  expect(await discounts()).toEqual(['3.00', '3.00'])
  await story.moveTo('2040-04-01T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-01-31 |       | 30.00
2040-02-29 |       | 30.00
2040-03-31 |  3.00 | 27.00
`)
  expect(await story.charges(bob.subscriptionId)).toBe(`
2040-01-31 |  3.00 | 27.00
2040-02-29 |       | 30.00
2040-03-31 |  3.00 | 27.00
`)
})

test('every subscription of an account has the percentage of its own price', async () => {
  const { story, code, ada } = await begin()
  const yearly = await story.addSubscription(ada.token, { plan: 'yearly' })
  await refer(story, code, 'bob')
  expect(await story.discount(ada.subscriptionId)).toBe('3.00')
  expect(await story.discount(yearly)).toBe('30.00')
  await story.moveTo('2040-02-10T12:00')
  const later = await story.addSubscription(ada.token, {})
  await story.tenant.shop.sdk.subscription.cancel(ada.subscriptionId)
  await story.notify()
  await story.moveTo('2040-03-11T12:00')
  expect(await story.payments(ada.subscriptionId)).toEqual(['30.00'])
  expect(await story.charges(later)).toBe(`
2040-02-10 |       | 30.00
2040-03-10 |  3.00 | 27.00
`)
  expect(await story.discount(yearly)).toBe('30.00')
})

test('a referrer in a trial has the discount on the first bill', async () => {
  const { story, code, ada } = await begin(20)
  await refer(story, code, 'bob')
  expect(await story.discount(ada.subscriptionId)).toBe('3.00')
  await story.moveTo('2040-03-21T12:00')
  expect(await story.charges(ada.subscriptionId)).toBe(`
2040-02-20 |  3.00 | 27.00
2040-03-20 |  3.00 | 27.00
`)
})
