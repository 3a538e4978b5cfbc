import type { TenantId } from '@goodword/domain/values/ids'
import { trace } from '@opentelemetry/api'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newActivity, runActivity, type Span, useTracing } from '../engine/tracing/tracing.ts'
import { enqueueJob, enqueueJobs } from '../frame/jobs/enqueue-job.ts'
import { moveTestClock } from '../frame/rows/test-clocks.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import {
  enqueue,
  startTestWorker,
  stopWorkers,
  storedJobs,
  TEST_KIND,
  testRunner,
} from '../testing/test-worker.ts'
import { MAX_ATTEMPTS } from './backoff.ts'

const { owner, service } = await createTestDatabase()
const ctx = testContext(service, { now: () => Date.now() })
const acme = 'acme' as TenantId
const other = 'other' as TenantId
const HOUR_MS = 3_600_000

const query = (text: string) => owner.query({ name: '', text }, [])

beforeEach(async () => {
  await query('delete from app.job')
  await query('delete from app.program')
  await query(`insert into app.program values ('acme', 1, '{}', now()), ('test_acme', 1, '{}', now())`)
})
afterEach(stopWorkers)

/** Done, or given up: nothing is left to run now. */
async function untilIdle(): Promise<void> {
  const active = async () =>
    (await storedJobs(owner)).filter(({ state }) => state === 'READY' || state === 'RUNNING')
  await expect.poll(active).toEqual([])
}

test('I28: a job runs if and only if the transaction that asked for it is committed', async () => {
  const seen: string[] = []
  const { runner, runs } = testRunner(ctx, async (_ctx, tenantId, subject) => {
    seen.push(`${tenantId} ${subject}`)
    return null
  })
  startTestWorker(runner)
  const refused = ctx.writeTenant(acme, async (tx) => {
    enqueueJob(tx, { kind: TEST_KIND, subject: 'refused' })
    throw new Error('not committed')
  })
  await expect(refused).rejects.toThrow('not committed')
  await enqueue(ctx, acme, 'kept')
  await expect.poll(() => runs).toHaveLength(1)
  expect(seen).toEqual(['acme kept'])
  expect(runs).toMatchObject([{ kind: TEST_KIND, outcome: 'succeeded' }])
  expect(await storedJobs(owner)).toEqual([])
})

test('a job that is asked for many times before it runs, runs once, at the earliest of the times', async () => {
  for (const dueAt of [undefined, Date.now() + HOUR_MS, undefined]) await enqueue(ctx, acme, 'one', dueAt)
  await ctx.writeTenant(acme, async (tx) => {
    enqueueJobs(tx, [
      { kind: TEST_KIND, subject: 'two', dueAt: tx.now + HOUR_MS },
      { kind: TEST_KIND, subject: 'one' },
      { kind: TEST_KIND, subject: 'two' },
    ])
  })
  const seen: string[] = []
  const { runner } = testRunner(ctx, async (_ctx, _tenantId, subject) => {
    seen.push(subject)
    return null
  })
  startTestWorker(runner)
  await untilIdle()
  expect(seen.sort()).toEqual(['one', 'two'])
})

test('a job that is asked for while it runs, runs once more', async () => {
  const { runner, runs } = testRunner(ctx, async (_ctx, _tenantId, subject) => {
    if (runs.length === 0) await Promise.all([enqueue(ctx, acme, subject), enqueue(ctx, acme, subject)])
    return null
  })
  await enqueue(ctx, acme, 'again')
  startTestWorker(runner)
  await expect.poll(() => runs).toHaveLength(2)
  await untilIdle()
  expect(runs).toHaveLength(2)
  expect(await storedJobs(owner)).toEqual([])
})

test('a job that names the time of its next run waits for it', async () => {
  const { runner, runs } = testRunner(ctx, async () => ({ again: Date.now() + HOUR_MS }))
  await enqueue(ctx, acme, 'later')
  startTestWorker(runner)
  await expect.poll(() => runs).toMatchObject([{ outcome: 'rescheduled' }])
  expect(await storedJobs(owner)).toMatchObject([{ state: 'WAITING', attempts: 0 }])
})

test('I28: a job that fails is run again, without keeping others waiting; its success forgets the failures', async () => {
  const { runner, runs, lines } = testRunner(ctx, async (_ctx, _tenantId, subject, { attempt }) => {
    if (subject === 'bad' && attempt < 4) throw new Error('not yet')
    return { again: Date.now() + HOUR_MS }
  })
  await enqueue(ctx, acme, 'bad')
  await enqueue(ctx, acme, 'good')
  startTestWorker(runner)
  await expect.poll(() => runs).toHaveLength(5)
  await untilIdle()
  expect(runs.filter((it) => it.outcome === 'retried')).toHaveLength(3)
  expect(await storedJobs(owner)).toMatchObject([
    { subject: 'bad', state: 'WAITING', attempts: 0, last_error: null },
    { subject: 'good', state: 'WAITING', attempts: 0, last_error: null },
  ])
  const failures = lines.filter((it) => it.outcome === 'retried')
  expect(failures.map((it) => it.attempt)).toEqual([1, 2, 3])
  expect(failures[0]).toMatchObject({ kind: TEST_KIND, tenantId: 'acme', durationMs: expect.any(Number) })
  expect(JSON.stringify(lines)).not.toContain('"bad"')
})

test('an error that says so gives the job up at once; being asked for again revives it', async () => {
  let isBroken = true
  const { runner, runs } = testRunner(ctx, async () => {
    if (isBroken) throw Object.assign(new Error('the key was revoked'), { retryable: false })
    return null
  })
  await enqueue(ctx, acme, 'it')
  startTestWorker(runner)
  await expect.poll(() => runs).toMatchObject([{ outcome: 'failed' }])
  const failed = { state: 'FAILED', attempts: 1, last_error: 'Error: the key was revoked' }
  expect(await storedJobs(owner)).toMatchObject([failed])
  isBroken = false
  await enqueue(ctx, acme, 'it')
  await expect.poll(() => runs).toHaveLength(2)
  expect(await storedJobs(owner)).toEqual([])
})

test('a job that was asked for while its last run failed for good starts anew', async () => {
  const { runner, runs } = testRunner(ctx, async (_ctx, _tenantId, subject, { attempt }) => {
    expect(attempt).toBe(1)
    if (runs.length > 0) return null
    await enqueue(ctx, acme, subject)
    throw Object.assign(new Error('no'), { retryable: false })
  })
  await enqueue(ctx, acme, 'it')
  startTestWorker(runner)
  await expect.poll(() => runs.map((it) => it.outcome)).toEqual(['failed', 'succeeded'])
  expect(await storedJobs(owner)).toEqual([])
})

test('a job that fails every time is given up after its attempts', async () => {
  const { runner, runs } = testRunner(ctx, () => Promise.reject(new Error('no')))
  await enqueue(ctx, acme, 'bad')
  startTestWorker(runner)
  await expect.poll(() => runs).toHaveLength(MAX_ATTEMPTS)
  await untilIdle()
  expect(await storedJobs(owner)).toMatchObject([{ state: 'FAILED', attempts: MAX_ATTEMPTS }])
  expect(runs.filter((it) => it.outcome === 'failed')).toHaveLength(1)
})

test('a job in backoff keeps it, however often it is asked for', async () => {
  const { runner, runs } = testRunner(ctx, () => Promise.reject(new Error('no')), { random: () => 0.99 })
  await enqueue(ctx, acme, 'bad')
  await query(`update app.job set attempts = 14`)
  startTestWorker(runner)
  await expect.poll(() => runs).toHaveLength(1)
  const due = () => owner.query({ name: '', text: 'select state, due_at, attempts from app.job' }, [])
  const before = await due()
  expect(before).toMatchObject([{ state: 'WAITING', attempts: 15 }])
  await enqueue(ctx, acme, 'bad')
  expect(await due()).toEqual(before)
})

test('a worker that lost its lease changes nothing any more', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = testRunner(ctx, async () => {
    await held
    return null
  })
  await enqueue(ctx, acme, 'it')
  // With no room for another job it does not take this one again.
  startTestWorker(slow.runner, { concurrency: 1 })
  await expect.poll(() => storedJobs(owner)).toMatchObject([{ state: 'RUNNING' }])
  await query(`update app.job set leased_until = now() - interval '1 s'`)
  const { runner, runs } = testRunner(ctx, async () => ({ again: Date.now() + HOUR_MS }))
  startTestWorker(runner)
  await expect.poll(() => runs).toMatchObject([{ outcome: 'rescheduled' }])
  release()
  await expect.poll(() => slow.runs).toMatchObject([{ outcome: 'lease_lost' }])
  expect(await storedJobs(owner)).toMatchObject([{ state: 'WAITING' }])
})

test('a lease is renewed while the job runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { runner, runs } = testRunner(ctx, async () => {
    await held
    return null
  })
  await enqueue(ctx, acme, 'long')
  const leases = 'select leased_until from app.job'
  startTestWorker(runner)
  const leasedUntil = async () => {
    const [job] = await owner.query<{ leased_until: number | null }>({ name: '', text: leases }, [])
    return job?.leased_until ?? 0
  }
  await expect.poll(leasedUntil).toBeGreaterThan(0)
  const first = await leasedUntil()
  await query(`update app.job set leased_until = now() + interval '5 s'`)
  await vi.advanceTimersByTimeAsync(runner.leaseMs)
  await expect.poll(leasedUntil).toBeGreaterThanOrEqual(first)
  release()
  await expect.poll(() => runs).toMatchObject([{ outcome: 'succeeded' }])
})

test('a job whose process was killed runs again; one that was taken too often is given up', async () => {
  await enqueue(ctx, acme, 'killed')
  await enqueue(ctx, acme, 'poison')
  await query(`update app.job set state = 'RUNNING', lease = id, leased_until = now() - interval '1 s',
    attempts = case when subject = 'poison' then ${MAX_ATTEMPTS} else 1 end, due_at = null`)
  const attempts: number[] = []
  const { runner } = testRunner(ctx, async (_ctx, _tenantId, _subject, { attempt }) => {
    attempts.push(attempt)
    return null
  })
  startTestWorker(runner)
  await untilIdle()
  expect(attempts).toEqual([2])
  expect(await storedJobs(owner)).toMatchObject([
    { subject: 'poison', state: 'FAILED', last_error: expect.stringMatching(/^LeaseEnded: /) },
  ])
})

test('jobs of a disabled tenant rest until it is enabled', async () => {
  const id = '00000000-0000-7000-8000-000000000001'
  await query(`insert into app.merchant values ('${id}', 'm', now()) on conflict do nothing`)
  await query(`insert into app.tenant values ('acme', '${id}', 'live', now(), now())`)
  const { runner, runs } = testRunner(ctx, async () => null)
  await enqueue(ctx, acme, 'it')
  await enqueue(ctx, other, 'it')
  startTestWorker(runner)
  await expect.poll(() => runs).toHaveLength(1)
  expect(await storedJobs(owner)).toMatchObject([{ tenant_id: 'acme', state: 'READY' }])
  await query('delete from app.tenant')
  await expect.poll(() => runs).toHaveLength(2)
})

test('a job is due by the clock of its tenant', async () => {
  const moved = 'test_acme' as TenantId
  for (const tenantId of [moved, acme]) await enqueue(ctx, tenantId, 'in a day', Date.now() + 24 * HOUR_MS)
  const { runner, runs } = testRunner(ctx, async () => null)
  startTestWorker(runner)
  await ctx.writeTenant(moved, async (tx) => moveTestClock(tx, 25 * HOUR_MS, { from: 0, to: 0 }))
  await expect.poll(() => runs).toHaveLength(1)
  expect(await storedJobs(owner)).toMatchObject([{ tenant_id: 'acme', state: 'WAITING' }])
})

test('a kind that this release does not know is left for another one', async () => {
  await enqueue(ctx, acme, 'it')
  await query(`update app.job set kind = 'toString'`)
  const { runner, runs } = testRunner(ctx, async () => null)
  startTestWorker(runner)
  await expect.poll(() => runs).toMatchObject([{ outcome: 'skipped' }])
  expect(await storedJobs(owner)).toMatchObject([{ state: 'WAITING', attempts: 0 }])
})

test('a job continues the trace of what asked for it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const span = { spanContext: () => ({ traceId, spanId: 'b7ad6b7169203331', traceFlags: 1 }) }
  const parents: unknown[] = []
  const { runner, runs } = testRunner(ctx, async () => null)
  // No more of a span is used by what enqueues.
  await runActivity(newActivity(span as Span), () => enqueue(ctx, acme, 'it'))
  useTracing((name, { parent }) => {
    parents.push([name, parent])
    return trace.wrapSpanContext(span.spanContext())
  })
  try {
    startTestWorker(runner)
    await expect.poll(() => runs).toHaveLength(1)
    expect(parents[0]).toEqual([`job ${TEST_KIND}`, { traceId, spanId: 'b7ad6b7169203331', flags: 1 }])
  } finally {
    useTracing(null)
  }
})
