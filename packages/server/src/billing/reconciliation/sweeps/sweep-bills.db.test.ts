import { expect, test } from 'vitest'
import { observeProcessorCalls } from '../../../engine/signals/processor-calls.ts'
import { enqueueJobs } from '../../../frame/jobs/enqueue-job.ts'
import { drainClockMove } from '../../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { BillingStory, type Subscriber } from '../../../testing/processor/billing-story.ts'
import { testContext } from '../../../testing/test-context.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { testRunner } from '../../../testing/test-worker.ts'
import { reconcileCustomer } from '../reconcile-customer.ts'
import { sweepBills } from './sweep-bills.ts'

const HOUR_MS = 3_600_000

const service = await startTestService()

/** No notification arrives. */
async function begin() {
  const story = await BillingStory.begin(service)
  story.hasNotifications = false
  return { story, code: await story.user('ada') }
}

function removeByHand(story: BillingStory, { subscriptionId }: Subscriber) {
  return story.tenant.shop.sdk.subscription.update(subscriptionId, {
    discounts: { remove: ['referral_discount'] },
    options: { prorateCharges: false },
  })
}

/** The changes by others in the timeline, newest first. */
async function drifts(story: BillingStory, accountId: string) {
  const { body } = await story.call('GET', `/account/${accountId}/timeline`)
  const events = body.events as { type: string; message: string }[]
  return events.filter((it) => it.type === 'discount.drifted').map((it) => it.message)
}

test('a discount that was removed by hand is there again after a day', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  // The bill is made in 17 days.
  await story.moveTo('2040-02-12T12:00')
  await removeByHand(story, bob)
  await story.moveTo('2040-02-13T12:01')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  await story.moveTo('2040-02-13T18:00')
  expect(await drifts(story, 'bob')).toEqual([
    'The discount was changed at the payment processor, and is corrected. It was 3.00 USD and became 0.00 USD.',
  ])
})

test('a discount that was removed in the hours before the bill is there again after an hour', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.moveTo('2040-02-29T03:10')
  await removeByHand(story, bob)
  await story.moveTo('2040-02-29T04:20')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
  await story.moveTo('2040-02-29T12:00')
  expect(await story.payments(bob.subscriptionId)).toEqual(['27.00', '27.00'])
  expect(await drifts(story, 'bob')).toHaveLength(1)
})

test('a payment whose notification was lost converts within an hour', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00', trialDays: 10 })
  await story.link(bob, code)
  await story.moveTo('2040-02-10T05:00')
  expect(await story.account('bob')).toMatchObject({ referral: { status: 'IN_PROGRESS' } })
  await story.moveTo('2040-02-10T07:01')
  expect(await story.payments(bob.subscriptionId)).toEqual(['27.00'])
  expect(await story.account('bob')).toMatchObject({ referral: { status: 'CONVERTED' } })
  expect(await drifts(story, 'bob')).toEqual([])
})

test('the operator sets how often discounts are compared while no bill is near', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  const { signal } = new AbortController()
  const { db, clock, secretBox } = service.ctx
  const again = async (discountSweepHours: number) => {
    const ctx = testContext(db, clock, { secretBox, discountSweepHours, allowLocalTargets: true })
    await reconcileCustomer(ctx, story.alias, bob.customerId)
    return (await sweepBills(ctx, story.alias, { signal, isLastAttempt: false }))?.again
  }
  const now = Date.parse('2040-01-31T12:00Z')
  expect(await again(24)).toBe(now + 24 * 3_600_000)
  expect(await again(6)).toBe(now + 6 * 3_600_000)
})

test('a subscription of a customer that no account has is left alone', async () => {
  const { story } = await begin()
  const stranger = await story.subscribe('stranger', { discount: '5.00' })
  await story.moveTo('2040-02-12T12:00')
  expect(await story.discount(stranger.subscriptionId)).toBe('5.00')
})

test('a processor that refuses calls for a day does not end the sweep', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00', trialDays: 60 })
  await story.link(bob, code)
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 403 } })
  for (const hour of ['00', '07', '14', '21']) await story.moveTo(`2040-02-13T${hour}:00`)
  await story.tenant.shop.control('DELETE', '/faults')
  await removeByHand(story, bob)
  await story.moveTo('2040-02-14T22:00')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
})

test('an outage fails the sweep of a test program, so that its clock waits, until no attempt is left', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00', trialDays: 60 })
  await story.link(bob, code)
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
  const to = Date.parse('2040-02-02T00:00Z')
  await story.call('POST', '/test/clock', { now: to })
  const { runner, runs } = testRunner(service.ctx, async () => null, {
    handlers: jobHandlers,
    random: () => 1,
  })
  const move = { until: to, limitMs: 600_000, retriesFailed: false }
  expect(await drainClockMove(runner, story.alias, move)).toBe(false)
  expect(runs).toContainEqual(expect.objectContaining({ kind: 'SWEEP_BILLS', outcome: 'retried' }))
  const { signal } = new AbortController()
  const last = await sweepBills(service.ctx, story.alias, { signal, isLastAttempt: true })
  expect(last?.again).toBeGreaterThanOrEqual(to + HOUR_MS)
})

test('an outage puts the sweep of a live program off by an hour', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00', trialDays: 60 })
  await story.link(bob, code)
  await story.tenant.shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
  // A live program has no local gateway: it gets the rows of the test program.
  for (const table of ['processor_connection', 'processor_subscription']) {
    const due =
      table === 'processor_subscription' ? `, 'look_at', '2020-01-01T00:00Z', 'look_class', 'NEAR'` : ''
    const text = `insert into app.${table} select (jsonb_populate_record(x, jsonb_build_object('tenant_id', $2::text${due}))).*
      from app.${table} x where tenant_id = $1`
    await service.owner.query({ name: '', text }, [story.alias, service.live.alias])
  }
  const { signal } = new AbortController()
  const run = sweepBills(service.ctx, service.live.alias, { signal, isLastAttempt: false })
  const { again } = (await run) ?? { again: 0 }
  expect(again - service.clock.now).toBe(HOUR_MS)
})

test('nothing is swept without a connection, and a new connection begins again', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  await story.call('DELETE', '/connection')
  await story.moveTo('2040-02-12T12:00', ['succeeded', 'rescheduled'])
  await story.call('PUT', '/connection', story.tenant.shop.credentials)
  await story.runJobs()
  await removeByHand(story, bob)
  await story.moveTo('2040-02-13T19:00')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
})

test('a customer that is about to be read as a whole is not compared as well', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00' })
  await story.link(bob, code)
  const now = Date.parse('2040-02-02T12:00Z')
  await story.call('POST', '/test/clock', { now })
  const { signal } = new AbortController()
  const calls: string[] = []
  const sweep = async () => {
    const stop = observeProcessorCalls((it) => calls.push(it.kind))
    const again = (await sweepBills(service.ctx, story.alias, { signal, isLastAttempt: false }))?.again
    stop()
    return again
  }
  await service.ctx.writeTenant(story.alias, async (tx) =>
    enqueueJobs(tx, [{ kind: 'CUSTOMER', subject: bob.customerId }]),
  )
  expect(await sweep()).toBeLessThanOrEqual(now + 2 * HOUR_MS)
  expect(calls).toEqual([])
  await story.runJobs()
  await story.call('POST', '/test/clock', { now: now + 25 * HOUR_MS })
  await sweep()
  expect(calls).toHaveLength(1)
})

test('routine comparisons wait for the next day when the calls of this one are used up', async () => {
  const { story, code } = await begin()
  const bob = await story.subscribe('bob', { discount: '3.00', trialDays: 60 })
  await story.link(bob, code)
  await story.moveTo('2040-02-01T12:00')
  await removeByHand(story, bob)
  const text = `update app.processor_connection set calls_day = '2040-02-02', calls_made = daily_call_budget
    where tenant_id = $1`
  await service.owner.query({ name: '', text }, [story.alias])
  await story.moveTo('2040-02-02T20:00')
  expect(await story.discount(bob.subscriptionId)).toBeNull()
  await story.moveTo('2040-02-03T00:01')
  expect(await story.discount(bob.subscriptionId)).toBe('3.00')
})
