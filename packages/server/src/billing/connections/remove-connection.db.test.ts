import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()

/** Bob came by Ada's code, and both have 3.00 off their bills; Ada has credit of 5.00 on hers besides. */
async function begin() {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const ada = await story.subscribe('ada')
  await story.bind(ada)
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  const reward = { type: 'CREDIT', unit: 'USD', credit: 500 }
  await story.call('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'one' })
  await story.runJobs()
  const discounts = () => Promise.all([ada, bob].map((it) => story.discount(it.subscriptionId)))
  expect(await discounts()).toEqual(['8.00', '3.00'])
  return { story, ada, bob, discounts }
}

const remove = (story: BillingStory, query = '') => story.call('DELETE', `/connection${query}`)
const removal = async (story: BillingStory) => (await story.call('GET', '/connection')).body.removal
const connect = (story: BillingStory) => story.call('PUT', '/connection', story.tenant.shop.credentials)

/** Time passes, and then a little more: jobs that wait for others look again after seconds. */
async function wait(story: BillingStory, time: string, outcomes?: readonly string[]) {
  await story.moveTo(time, outcomes)
  await story.moveTo(`${time}:30`, outcomes)
}

test('the discounts stay where nothing else is asked for', async () => {
  const { story, discounts } = await begin()
  const { status, body } = await remove(story)
  expect([status, body.state, body.discountsLeft]).toEqual([200, 'REMOVED', 2])
  expect(await discounts()).toEqual(['8.00', '3.00'])
  expect((await story.call('GET', '/connection')).status).toBe(404)
})

test('discounts are removed first, and the keys with the last one; a new connection sets them again', async () => {
  const { story, ada, discounts } = await begin()
  const first = await remove(story, '?discounts=REMOVE')
  expect([first.status, first.body.state, first.body.discountsLeft]).toEqual([200, 'REMOVING', 2])
  expect(await removal(story)).toMatchObject({ discountsLeft: 2, discountsStuck: 0 })
  expect((await remove(story, '?discounts=REMOVE')).status).toBe(200)
  await wait(story, '2040-01-31T12:30')
  expect(await discounts()).toEqual([null, null])
  expect((await story.call('GET', '/connection')).status).toBe(404)
  expect((await remove(story, '?discounts=REMOVE')).status).toBe(404)
  // No reward is lost: the percentages count, and the credit is free.
  const { body } = await story.call('GET', '/account/ada/reward')
  expect(body).toMatchObject({ discountPercentage: 10, credits: [{ unit: 'USD', available: 500 }] })
  expect((await connect(story)).status).toBe(200)
  await story.runJobs()
  expect(await discounts()).toEqual(['8.00', '3.00'])
  await story.moveTo('2040-03-01T12:00')
  expect(await story.payments(ada.subscriptionId)).toEqual(['30.00', '22.00'])
})

test('a discount that cannot be removed is shown and waited for, and is left when the merchant says so', async () => {
  const { story, ada, discounts } = await begin()
  const fault = { method: 'PUT', path: `/subscriptions/${ada.subscriptionId}` }
  await story.tenant.shop.control('POST', '/faults', { ...fault, action: { kind: 'status', status: 403 } })
  await remove(story, '?discounts=REMOVE')
  await wait(story, '2040-01-31T12:30', ['failed', 'retried', 'succeeded', 'rescheduled'])
  expect(await discounts()).toEqual(['8.00', null])
  expect(await removal(story)).toMatchObject({ discountsLeft: 1, discountsStuck: 1 })
  const { status, body } = await remove(story, '?discounts=LEAVE')
  expect([status, body.state, body.discountsLeft]).toEqual([200, 'REMOVED', 1])
  await story.tenant.shop.control('DELETE', '/faults')
  await wait(story, '2040-01-31T13:30')
  expect((await story.call('GET', '/connection')).status).toBe(404)
  expect(await discounts()).toEqual(['8.00', null])
})

test('a removal is taken back by connecting the merchant again', async () => {
  const { story, discounts } = await begin()
  await remove(story, '?discounts=REMOVE')
  expect(await connect(story)).toMatchObject({ status: 200, body: { removal: null } })
  await wait(story, '2040-01-31T12:30')
  expect(await discounts()).toEqual(['8.00', '3.00'])
  expect(await removal(story)).toBeNull()
})

test('the keys are deleted at once when there are no discounts', async () => {
  const story = await BillingStory.begin(service)
  const { status, body } = await remove(story, '?discounts=REMOVE')
  expect([status, body.state, body.discountsLeft]).toEqual([200, 'REMOVED', 0])
})

test('another choice is refused', async () => {
  const story = await BillingStory.begin(service)
  expect(await remove(story, '?discounts=SOME')).toMatchObject({ status: 400, body: { param: 'discounts' } })
})
