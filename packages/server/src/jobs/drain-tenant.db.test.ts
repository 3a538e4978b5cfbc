import type { TenantId } from '@goodword/domain/values/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveTestClock, readTestClock } from '../frame/tenants/test-clock.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { enqueue, startTestWorker, stopWorkers, storedJobs, testRunner } from '../testing/test-worker.ts'
import { MAX_ATTEMPTS } from './backoff.ts'
import { drainClockMove, drainTenant } from './drain-tenant.ts'

const { owner, service, connectService } = await createTestDatabase()
const clock = { now: () => Date.now() }
const ctx = testContext(service, clock)
const tenant = 'test_acme' as TenantId
const DAY_MS = 86_400_000
const LONG_MS = 600_000

const move = (until: number, limitMs = LONG_MS, retriesFailed = false) => ({ until, limitMs, retriesFailed })

beforeEach(async () => {
  for (const text of ['delete from app.job', 'delete from app.test_clock'])
    await owner.query({ name: '', text }, [])
})
afterEach(stopWorkers)

test('the call runs what is due by the moved clock, also what is enqueued meanwhile, and nothing that is due later', async () => {
  const start = Date.now()
  const seen: string[] = []
  const { runner } = testRunner(ctx, async (_ctx, _tenantId, subject) => {
    seen.push(subject)
    if (subject === 'first') {
      await enqueue(ctx, tenant, 'follows')
      await enqueue(ctx, tenant, 'tomorrow', start + 11 * DAY_MS)
      return seen.length === 1 ? { again: start + 9 * DAY_MS } : null
    }
    return null
  })
  await enqueue(ctx, tenant, 'first', start + DAY_MS)
  await enqueue(ctx, tenant, 'later', start + 11 * DAY_MS)
  const until = await moveTestClock(ctx, tenant, start + 5 * DAY_MS)
  expect(await drainTenant(runner, tenant, until, LONG_MS)).toBe(true)
  expect(seen).toEqual(['first', 'follows'])
  const next = await moveTestClock(ctx, tenant, start + 10 * DAY_MS)
  expect(await drainTenant(runner, tenant, next, LONG_MS)).toBe(true)
  expect(seen).toEqual(['first', 'follows', 'first', 'follows'])
  expect(await storedJobs(owner)).toMatchObject([
    { subject: 'later', state: 'WAITING' },
    { subject: 'tomorrow', state: 'WAITING' },
  ])
})

test('the progress of a clock move is the first time that is due and was not begun, and how many jobs are left', async () => {
  const start = Date.now()
  /** Jobs are due by the clock of the database, which differs by milliseconds. */
  const progress = async () => {
    const { movingTo, reached, jobsLeft } = await readTestClock(ctx, tenant)
    return { movingTo, day: Math.round((reached - start) / DAY_MS), jobsLeft }
  }
  const seen: unknown[] = []
  const { runner } = testRunner(ctx, async () => {
    seen.push(await progress())
    return null
  })
  for (const day of [1, 2, 3, 4, 5, 6, 20]) await enqueue(ctx, tenant, `${day}`, start + day * DAY_MS)
  const until = await moveTestClock(ctx, tenant, start + 10 * DAY_MS)
  const begun = { movingTo: until, day: 1, jobsLeft: 6 }
  expect(await progress()).toEqual(begun)
  // Out of time before the first job.
  expect(await drainClockMove(runner, tenant, move(until, 0))).toBe(false)
  expect(await progress()).toEqual(begun)
  expect(await drainClockMove(runner, tenant, move(until))).toBe(true)
  // Four at once, so two are left while the first ones run.
  expect(seen.slice(0, 4)).toContainEqual({ movingTo: until, day: 5, jobsLeft: 2 })
  const { now, ...rest } = await readTestClock(ctx, tenant)
  expect(rest).toEqual({ movingTo: null, reached: now, jobsLeft: 0, jobsRetrying: 0 })
  expect(now).toBeGreaterThanOrEqual(until)
})

test('a move that ended is not under way again because other jobs wait', async () => {
  const { runner } = testRunner(ctx, async () => null)
  const until = await moveTestClock(ctx, tenant, Date.now() + DAY_MS)
  expect(await drainClockMove(runner, tenant, move(until))).toBe(true)
  await enqueue(ctx, tenant, 'ordinary')
  expect(await readTestClock(ctx, tenant)).toMatchObject({ movingTo: null, jobsLeft: 0 })
})

test('the call waits for jobs that another process runs', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const elsewhere = testRunner(testContext(connectService(), clock), async () => {
    await held
    return null
  })
  startTestWorker(elsewhere.runner)
  await enqueue(ctx, tenant, 'it')
  await expect.poll(() => storedJobs(owner)).toMatchObject([{ state: 'RUNNING' }])
  const { runner } = testRunner(ctx, async () => null)
  expect(await drainTenant(runner, tenant, Date.now(), 50)).toBe(false)
  const drained = drainTenant(runner, tenant, Date.now(), LONG_MS)
  release()
  expect(await drained).toBe(true)
  // The other process notes its run after the commit that this one waited for.
  await expect.poll(() => elsewhere.runs).toHaveLength(1)
})

test('a drain does not wait for a job that fails, which is retried later', async () => {
  const { runner, runs } = testRunner(ctx, () => Promise.reject(new Error('no')), { random: () => 0.5 })
  await enqueue(ctx, tenant, 'bad')
  expect(await drainTenant(runner, tenant, Date.now(), LONG_MS)).toBe(true)
  expect(runs.map((it) => it.outcome)).toEqual(['retried'])
})

test('a move whose jobs failed does not end before they have succeeded, and is not tried again at once', async () => {
  let works = false
  const { runner, runs } = testRunner(ctx, async () => (works ? null : Promise.reject(new Error('down'))), {
    random: () => 1,
  })
  await enqueue(ctx, tenant, 'bad', Date.now() + DAY_MS)
  const until = await moveTestClock(ctx, tenant, Date.now() + 2 * DAY_MS)
  expect(await drainClockMove(runner, tenant, move(until, LONG_MS, true))).toBe(false)
  expect(await readTestClock(ctx, tenant)).toMatchObject({ movingTo: until, jobsLeft: 0, jobsRetrying: 1 })
  works = true
  expect(await drainClockMove(runner, tenant, move(until, LONG_MS, true))).toBe(false)
  await hasRested()
  expect(await drainClockMove(runner, tenant, move(until))).toBe(false)
  expect(runs.map((it) => it.outcome)).toEqual(['retried'])
  expect(await drainClockMove(runner, tenant, move(until, LONG_MS, true))).toBe(true)
  expect(runs.map((it) => it.outcome)).toEqual(['retried', 'succeeded'])
  expect(await readTestClock(ctx, tenant)).toMatchObject({ movingTo: null, jobsRetrying: 0 })
})

test('no number of early attempts gives a job up', async () => {
  const { runner, runs } = testRunner(ctx, () => Promise.reject(new Error('down')), { random: () => 1 })
  await enqueue(ctx, tenant, 'bad')
  for (let calls = 0; calls < MAX_ATTEMPTS + 5; calls += 1) {
    await drainClockMove(runner, tenant, move(Date.now(), LONG_MS, true))
    await hasRested()
  }
  expect(runs.length).toBeGreaterThan(MAX_ATTEMPTS)
  expect(await storedJobs(owner)).toMatchObject([{ state: 'WAITING', attempts: 1 }])
})

/** Does as if jobs that failed had done so a while ago. */
async function hasRested(): Promise<void> {
  await owner.query({ name: '', text: `update app.job set changed_at = now() - interval '1 hour'` }, [])
}
