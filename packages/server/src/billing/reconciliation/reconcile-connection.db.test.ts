import { describe, expect, test } from 'vitest'
import { runCustomerJob } from '../../jobs/run-customer-job.ts'
import { BillingStory, type Subscriber } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { reconcileConnection } from './reconcile-connection.ts'

const service = await startTestService()

/** A friend whose discount of 3.00 is at the gateway. */
async function begin() {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  return { story, code, bob }
}

const reconcile = (story: BillingStory, body: object = {}) =>
  story.call('POST', '/connection/reconcile', body)

function setByHand(story: BillingStory, { subscriptionId }: Subscriber, amount: string) {
  return story.tenant.shop.sdk.subscription.update(subscriptionId, {
    discounts: { update: [{ existingId: 'referral_discount', amount }] },
    options: { prorateCharges: false },
  })
}

describe('200', () => {
  test('a discount that was changed by hand is corrected at once, and a repeat finds nothing', async () => {
    const { story, bob } = await begin()
    await setByHand(story, bob, '9.00')
    expect((await reconcile(story, { accountId: 'bob' })).body).toEqual({ checked: 1, changed: 1, failed: 0 })
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
    expect((await reconcile(story, { accountId: 'bob' })).body).toEqual({ checked: 1, changed: 0, failed: 0 })
  })

  test('a discount that was removed by hand is there again', async () => {
    const { story, bob } = await begin()
    await story.tenant.shop.sdk.subscription.update(bob.subscriptionId, {
      discounts: { remove: ['referral_discount'] },
      options: { prorateCharges: false },
    })
    expect(await story.discount(bob.subscriptionId)).toBeNull()
    expect((await reconcile(story, { accountId: 'bob' })).body).toEqual({ checked: 1, changed: 1, failed: 0 })
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  })

  test('a request without an account compares all customers that are linked with one, and no other', async () => {
    const { story, code, bob } = await begin()
    const stranger = await story.subscribe('stranger', { discount: '5.00' })
    for (let index = 0; index < 5; index += 1) {
      await story.link(await story.subscribe(`friend_${index}`, { discount: '3.00' }), code)
    }
    await setByHand(story, bob, '9.00')
    expect((await reconcile(story)).body).toEqual({ checked: 6, changed: 1, failed: 0 })
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
    expect(await story.discount(stranger.subscriptionId)).toBe('5.00')
  })

  test('an account without a customer has nothing to compare', async () => {
    const { story } = await begin()
    expect((await reconcile(story, { accountId: 'ada' })).body).toEqual({ checked: 0, changed: 0, failed: 0 })
  })

  test('a customer that cannot be corrected is counted, and keeps its backoff', async () => {
    const { story, bob } = await begin()
    await setByHand(story, bob, '9.00')
    const rule = { method: 'PUT', path: '/subscriptions/*', action: { kind: 'status', status: 503 } }
    await story.tenant.shop.control('POST', '/faults', rule)
    expect((await reconcile(story)).body).toEqual({ checked: 1, changed: 0, failed: 1 })
    await story.tenant.shop.control('DELETE', '/faults')
    expect((await reconcile(story)).body).toEqual({ checked: 1, changed: 0, failed: 1 })
    expect(await story.discount(bob.subscriptionId)).toBe('9.00')
    await story.moveTo('2040-02-01T12:00')
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  })

  test('requests at the same time do not run the job of a customer twice at a time', async () => {
    const { story, bob } = await begin()
    await setByHand(story, bob, '9.00')
    const answers = await Promise.all(Array.from({ length: 4 }, () => reconcile(story, { accountId: 'bob' })))
    const bodies = answers.map((it) => it.body)
    expect(bodies.map((it) => it.checked)).toEqual([1, 1, 1, 1])
    expect(bodies.map((it) => it.changed).toSorted()).toEqual([0, 0, 0, 1])
    expect(bodies.map((it) => it.failed)).toEqual([0, 0, 0, 0])
  })
})

describe('customers for which the request has no time', () => {
  test('customers for which the request has no time are compared in the background', async () => {
    const { story, code, bob } = await begin()
    const friends: Subscriber[] = []
    for (let index = 0; index < 5; index += 1) {
      const friend = await story.subscribe(`friend_${index}`, { discount: '3.00' })
      await story.link(friend, code)
      friends.push(friend)
    }
    for (const it of [bob, ...friends]) await setByHand(story, it, '9.00')
    const counts = await reconcileConnection(
      service.ctx,
      story.alias,
      null,
      async () => 'NOT_FINISHED',
      AbortSignal.abort(),
    )
    expect(counts).toEqual({ checked: 0, changed: 0, failed: 0 })
    await story.runJobs()
    const amounts = await Promise.all([bob, ...friends].map((it) => story.discount(it.subscriptionId)))
    // The first four were given to the function above, which leaves them as they are.
    expect(amounts.toSorted()).toEqual(['3.00', '3.00', '9.00', '9.00', '9.00', '9.00'])
  })

  test('customers for which the request has no time are in the queue, also the one that it has begun with', async () => {
    const { story, bob } = await begin()
    await setByHand(story, bob, '9.00')
    const { runner } = testRunner(service.ctx, async () => null)
    const run = await runCustomerJob(runner, story.alias, bob.customerId, AbortSignal.abort())
    expect(run).toBe('NOT_FINISHED')
    await story.runJobs()
    expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  })
})

test('400: an account ID that cannot be one', async () => {
  const { story } = await begin()
  expect((await reconcile(story, { accountId: '' })).body).toMatchObject({
    statusCode: 400,
    apiErrorCode: 'VALIDATION_FAILED',
    param: 'accountId',
  })
})

test('404: an account that does not exist', async () => {
  const { story } = await begin()
  expect((await reconcile(story, { accountId: 'unknown' })).body).toMatchObject({
    statusCode: 404,
    apiErrorCode: 'ACCOUNT_NOT_FOUND',
    param: 'accountId',
  })
})

test('409: credentials that the processor rejects', async () => {
  const { story } = await begin()
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 401 } })
  expect((await reconcile(story)).body).toMatchObject({
    statusCode: 409,
    apiErrorCode: 'PROCESSOR_CREDENTIALS_REJECTED',
  })
})

test('503: a processor that does not respond says when to retry', async () => {
  const { story } = await begin()
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
  const { status, body, headers } = await reconcile(story)
  expect({ status, code: body.apiErrorCode }).toEqual({ status: 503, code: 'PROCESSOR_UNAVAILABLE' })
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})
