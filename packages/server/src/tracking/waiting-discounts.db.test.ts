import { expect, test } from 'vitest'
import { BillingStory } from '../testing/processor/billing-story.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()

/** Why the timeline says that discounts wait, newest first. */
async function waits(story: BillingStory, accountId: string) {
  const { body } = await story.call('GET', `/account/${accountId}/timeline?limit=100`)
  const events = body.events as { type: string; reason: string; actor: string }[]
  return events.filter((it) => it.type === 'discount.waiting').map((it) => `${it.reason} ${it.actor}`)
}

async function refer(story: BillingStory, code: string, name: string) {
  const friend = await story.subscribe(name, { discount: '3.00' })
  expect((await story.link(friend, code)).status).toBe(201)
}

function give(story: BillingStory, accountId: string, reward: object) {
  const headers = { 'idempotency-key': JSON.stringify(reward) }
  return story.call('POST', '/rewards', { accountId, reward }, headers)
}

test('a referrer without a customer waits, which their timeline says once', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  await refer(story, code, 'bob')
  await refer(story, code, 'cem')
  expect(await waits(story, 'ada')).toEqual(['CUSTOMER_NOT_BOUND service'])
  expect(await waits(story, 'bob')).toEqual([])
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  expect(await story.discount(ada.subscriptionId)).toBe('6.00')
  expect(await waits(story, 'ada')).toEqual(['CUSTOMER_NOT_BOUND service'])
})

test('a customer without a live subscription waits from the first reward on', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  await story.tenant.shop.sdk.subscription.cancel(ada.subscriptionId)
  await story.notify()
  expect(await waits(story, 'ada')).toEqual([])
  await refer(story, code, 'bob')
  await refer(story, code, 'cem')
  expect(await waits(story, 'ada')).toEqual(['NO_LIVE_SUBSCRIPTION processor'])
})

test('a reward by hand waits only if it is for bills', async () => {
  const story = await BillingStory.begin(service)
  await story.user('ada')
  await give(story, 'ada', { type: 'FEATURE', featureType: 'SEATS', quantity: 1 })
  expect(await waits(story, 'ada')).toEqual([])
  await give(story, 'ada', { type: 'CREDIT', unit: 'USD', credit: 500 })
  await give(story, 'ada', { type: 'PCT_DISCOUNT', discountPercent: 5 })
  expect(await waits(story, 'ada')).toEqual(['CUSTOMER_NOT_BOUND service'])
})

test('nothing waits in a program that is not connected', async () => {
  const code = await service.addUser('dan')
  await service.call('POST', '/accountsync', {
    body: { id: 'eve', referral: { code }, subscription: { status: 'PAID' } },
  })
  await service.addUser('eve')
  const { body } = await service.call('GET', '/account/dan/timeline')
  const types = (body.events as { type: string }[]).map((it) => it.type)
  expect(types).toContain('reward.created')
  expect(types).not.toContain('discount.waiting')
})
