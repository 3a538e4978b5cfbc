import type { TenantId } from '@goodword/domain/values/ids'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { enqueueJobs } from '../frame/jobs/enqueue-job.ts'
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
import { scheduleRecurringJobs } from './schedule.ts'

const { owner, service, connectService } = await createTestDatabase()
const clock = { now: () => Date.now() }
const ctx = testContext(service, clock)
const acme = 'acme' as TenantId

beforeEach(async () => {
  await owner.query({ name: '', text: 'delete from app.job' }, [])
  await owner.query(
    { name: '', text: `insert into app.program values ('acme', 1, '{}', now()) on conflict do nothing` },
    [],
  )
})
afterEach(stopWorkers)

const untilEmpty = () => expect.poll(() => storedJobs(owner), { interval: 20 }).toEqual([])

test('I28: a tenant with a long backlog keeps no other one waiting', async () => {
  await ctx.writeTenant(acme, async (tx) => {
    enqueueJobs(
      tx,
      Array.from({ length: 2000 }, (_, index) => ({ kind: TEST_KIND, subject: `${index}` })),
    )
  })
  const others = Array.from({ length: 20 }, (_, index) => `other_${index}` as TenantId)
  for (const tenantId of others) await enqueue(ctx, tenantId, 'one')
  const order: string[] = []
  const { runner } = testRunner(ctx, async (_ctx, tenantId) => {
    order.push(tenantId)
    return null
  })
  startTestWorker(runner, { concurrency: 4, tenantConcurrency: 2 })
  await expect.poll(() => new Set(order).size).toBe(21)
  const last = Math.max(...others.map((it) => order.indexOf(it)))
  expect(last).toBeLessThan(200)
})

test('I28: a tenant with thousands of jobs that come due at once keeps no other one waiting', async () => {
  const sql = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])
  await sql(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
    select 'acme', gen_random_uuid(), '${TEST_KIND}', it::text, 'WAITING', now(), now() - interval '1 hour', 0
    from generate_series(1, 20000) it
    union all
    select 'other', gen_random_uuid(), '${TEST_KIND}', 'one', 'WAITING', now(), now() - interval '1 minute', 0`)
  const waiting: number[] = []
  const { runner } = testRunner(ctx, async (_ctx, tenantId) => {
    if (tenantId === acme) return null
    const text = `select count(*)::int as jobs from app.job where tenant_id = 'acme' and state = 'WAITING'`
    waiting.push((await sql<{ jobs: number }>(text))[0]?.jobs ?? 0)
    return null
  })
  startTestWorker(runner)
  await expect.poll(() => waiting).toHaveLength(1)
  expect(waiting[0]).toBeGreaterThan(15_000)
})

test('no more jobs of one tenant run at once than its limit, and no more in all than that of the process', async () => {
  const running: TenantId[] = []
  const of = (tenantId: TenantId) => running.filter((it) => it === tenantId).length
  const most = { tenant: 0, process: 0 }
  let release = () => {}
  const isFull = new Promise<void>((resolve) => {
    release = resolve
  })
  const { runner } = testRunner(ctx, async (_ctx, tenantId) => {
    running.push(tenantId)
    most.tenant = Math.max(most.tenant, of(tenantId))
    most.process = Math.max(most.process, running.length)
    if (running.length === 5) release()
    await isFull
    running.splice(running.indexOf(tenantId), 1)
    return null
  })
  for (let index = 0; index < 60; index += 1)
    await enqueue(ctx, `tenant_${index % 3}` as TenantId, `${index}`)
  startTestWorker(runner, { concurrency: 5, tenantConcurrency: 2 })
  await untilEmpty()
  expect(most).toEqual({ tenant: 2, process: 5 })
})

// The handler copies what its triggers were about, as a job that reconciles does: a trigger that was lost leaves a copy
// that is out of date.
test('I28: no trigger is lost and no job runs twice at a time, however triggers, runs and failures meet', async () => {
  for (const text of [
    'create table app.source (tenant_id text collate "C", subject text, value int, primary key (tenant_id, subject))',
    "select app.distribute('app.source', 'tenant')",
    'grant select, insert, update on app.source to public',
  ]) {
    await owner.query({ name: '', text }, [])
  }
  const change = {
    name: '',
    text: `insert into source select k.tenant_id, it, 1 from program k cross join unnest($2::text[]) it where k.tenant_id = $1
      on conflict (tenant_id, subject) do update set value = source.value + 1`,
  }
  const read = { name: '', text: 'select subject, value from source' }
  const sources = async () => {
    const rows = await service.query<{ subject: string; value: number }>(read, [])
    return new Map(rows.map((it) => [it.subject, it.value]))
  }
  const copies = new Map<string, number>()
  const running = new Set<string>()
  const together: string[] = []
  let runs = 0
  const copy = async (subject: string): Promise<null> => {
    if (running.has(subject)) together.push(subject)
    running.add(subject)
    try {
      const value = (await sources()).get(subject) ?? 0
      runs += 1
      if (runs % 7 === 0) throw new Error('now and then')
      await service.query({ name: '', text: 'select pg_sleep(0.003)' }, [])
      copies.set(subject, value)
      return null
    } finally {
      running.delete(subject)
    }
  }
  for (const db of [service, connectService()]) {
    const { runner } = testRunner(testContext(db, clock), (_ctx, _tenantId, subject) => copy(subject))
    startTestWorker(runner, { concurrency: 3, tenantConcurrency: 3 })
  }
  const subjects = fc.subarray(['a', 'b', 'c'], { minLength: 1 })
  const trigger = fc.record({ subjects, waitMs: fc.nat(4) })
  const requests = (named: readonly string[]) =>
    named.map((subject) => ({ kind: TEST_KIND, subject }) as const)
  await fc.assert(
    fc.asyncProperty(fc.array(trigger, { minLength: 1, maxLength: 40 }), async (triggers) => {
      await Promise.all(
        triggers.map(({ subjects: named, waitMs }) =>
          ctx.writeTenant(acme, async (tx) => {
            tx.write(change, [named])
            enqueueJobs(tx, requests(named))
            await tx.rows({ name: '', text: `select pg_sleep($2::int / 1000.0) where $1 <> ''` }, [waitMs])
          }),
        ),
      )
      await untilEmpty()
      expect(copies).toEqual(await sources())
    }),
    { numRuns: propertyRuns(20) },
  )
  expect(together).toEqual([])
})

test('a recurring job runs once per period in any number of processes, and is never given up', async () => {
  let runs = 0
  const handlers = {
    [TEST_KIND]: {
      everyMs: 3_600_000,
      run: async () => {
        runs += 1
        if (runs === 1) throw Object.assign(new Error('no'), { retryable: false })
        return null
      },
    },
  }
  const contexts = [service, connectService(), connectService()].map((db) => testContext(db, clock))
  await Promise.all(contexts.map((it) => scheduleRecurringJobs(it, handlers)))
  for (const it of contexts) startTestWorker(testRunner(it, async () => null, { handlers }).runner)
  await expect.poll(() => storedJobs(owner)).toMatchObject([{ state: 'WAITING', attempts: 0 }])
  await scheduleRecurringJobs(ctx, handlers)
  expect(await storedJobs(owner)).toMatchObject([{ tenant_id: '*', state: 'WAITING' }])
  expect(runs).toBe(2)
  await owner.query({ name: '', text: 'update app.job set due_at = now()' }, [])
  await expect.poll(() => runs).toBe(3)
})

test.each([30, -30])(
  'on a machine whose clock is %i days ahead, jobs run after the time that they name',
  async (days) => {
    const wrong = testContext(service, { now: () => Date.now() + days * 86_400_000 })
    const hourMs = 3_600_000
    const again = { run: async () => ({ again: wrong.clock.now() + hourMs }) }
    const handlers = { [TEST_KIND]: again, SWEEP_ANSWERS: { everyMs: hourMs, run: async () => null } }
    const { runner, runs } = testRunner(wrong, async () => null, { handlers })
    await scheduleRecurringJobs(wrong, handlers)
    await enqueue(wrong, acme, 'again')
    await enqueue(wrong, 'other' as TenantId, 'in an hour', wrong.clock.now() + hourMs)
    startTestWorker(runner)
    await expect.poll(() => runs).toHaveLength(2)
    const text = `select state, due_at - changed_at between interval '50 minutes' and interval '61 minutes' as in_an_hour
    from app.job`
    const inAnHour = { state: 'WAITING', in_an_hour: true }
    expect(await owner.query({ name: '', text }, [])).toEqual([inAnHour, inAnHour, inAnHour])
  },
)

test('a worker that stops gives back what it cannot finish, and takes nothing more', async () => {
  const { runner, runs } = testRunner(ctx, (_ctx, _tenantId, _subject, { signal }) => {
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  })
  for (const subject of ['a', 'b', 'c']) await enqueue(ctx, acme, subject)
  const worker = startTestWorker(runner, { concurrency: 2, tenantConcurrency: 2 })
  const states = async () => (await storedJobs(owner)).map((it) => it.state).sort()
  await expect.poll(states).toEqual(['READY', 'RUNNING', 'RUNNING'])
  await worker.stop(AbortSignal.abort())
  await expect.poll(() => runs.map((it) => it.outcome)).toEqual(['released', 'released'])
  const left = await storedJobs(owner)
  expect(left.map(({ state, attempts }) => ({ state, attempts }))).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'READY', attempts: 0 })),
  )
})

test('a worker that stops lets its jobs finish', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { runner, runs } = testRunner(ctx, async () => {
    await held
    return null
  })
  await enqueue(ctx, acme, 'it')
  const worker = startTestWorker(runner)
  await expect.poll(() => storedJobs(owner)).toMatchObject([{ state: 'RUNNING' }])
  const stopped = worker.stop(new AbortController().signal)
  release()
  await stopped
  expect(runs).toMatchObject([{ outcome: 'succeeded' }])
  expect(await storedJobs(owner)).toEqual([])
})
