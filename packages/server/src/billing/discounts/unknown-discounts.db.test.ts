import { expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const ANY = ['succeeded', 'rescheduled', 'retried', 'failed']

/** Bob's discount is right. */
async function begin() {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  expect(await rows(story)).toEqual([['bob', 'IN_STEP', null]])
  return { story, code, bob }
}

async function rows(story: BillingStory, state?: string) {
  const { body } = await story.call('GET', state === undefined ? '/discounts' : `/discounts?state=${state}`)
  return (body.discounts as Record<string, unknown>[]).map((it) => [it.accountId, it.state, it.reason])
}

const NOT_CHECKED = [['bob', 'PENDING', 'NOT_CHECKED']]
const fault = (story: BillingStory, status: number) =>
  story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status } })
const noFaults = (story: BillingStory) => story.tenant.shop.control('DELETE', '/faults')

/** The filter of the list finds the discounts that are shown as such, and no others. */
async function expectShown(story: BillingStory, shown: readonly (readonly unknown[])[]): Promise<void> {
  expect(await rows(story)).toEqual(shown)
  for (const state of ['IN_STEP', 'PENDING', 'WAITING', 'FAILED']) {
    expect(await rows(story, state)).toEqual(shown.filter((it) => it[1] === state))
  }
}

test.each([
  ['an outage of the processor', 503],
  ['a revoked key', 401],
  ['a key that may do nothing', 403],
])('with %s, no discount is shown as right, until the processor was read again', async (_, status) => {
  const { story } = await begin()
  await fault(story, status)
  await story.notify(ANY)
  await expectShown(story, NOT_CHECKED)
  await noFaults(story)
  await story.call('POST', '/connection/reconcile', {})
  await expectShown(story, [['bob', 'IN_STEP', null]])
})

test('a discount that was not checked for longer than sweeps take is not shown as right', async () => {
  const { story, bob } = await begin()
  const { body } = await story.call('GET', '/test/clock')
  const hour = 3_600_000
  // The clock moves, and no job has run yet.
  const after = (hours: number) => story.call('POST', '/test/clock', { now: Number(body.now) + hours * hour })
  await after(35)
  await expectShown(story, [['bob', 'IN_STEP', null]])
  await after(37)
  await expectShown(story, NOT_CHECKED)
  await story.runJobs()
  await expectShown(story, [['bob', 'IN_STEP', null]])
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
})

test('the discount of a bill in half a year stays as it was read, because nothing is to look at it yet', async () => {
  const story = await BillingStory.begin(service, 36)
  const code = await story.user('ada')
  const bob = await story.subscribe('bob', { plan: 'yearly', discount: '30.00' })
  await story.link(bob, code)
  const { body } = await story.call('GET', '/test/clock')
  await story.call('POST', '/test/clock', { now: Number(body.now) + 60 * 86_400_000 })
  await expectShown(story, [['bob', 'IN_STEP', null]])
})

test('without a connection, no discount is known', async () => {
  const { story } = await begin()
  await story.call('DELETE', '/connection')
  await expectShown(story, NOT_CHECKED)
})
