import type { ReceiverId, TenantId } from '@goodword/domain/values/ids'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { publishEvents } from '../outbound/publishing/publish-events.ts'
import { createReceiver } from '../outbound/webhooks/create-receiver.ts'
import { deliverEvents } from '../outbound/webhooks/deliver-events.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'
import { enqueue, startTestWorker, stopWorkers, TEST_KIND, testRunner } from '../testing/test-worker.ts'
import { accept, startReceiver } from '../testing/webhooks/test-receiver.ts'
import { drainTenant } from './drain-tenant.ts'
import { jobHandlers } from './handlers.ts'
import type { JobHandlers } from './job-handler.ts'

const db = await createTestDatabase()
beforeEach(() => db.owner.query({ name: '', text: 'delete from app.job' }, []))
afterEach(stopWorkers)
const never = new AbortController().signal
/** Receivers that never answer are waited for until the end of a test, on a busy machine too. */
const LIMIT_MS = 240_000
const PATIENT = { timeout: 120_000, interval: 20 }
/** Sends events like the service, with a limit of time beyond that of the test. */
const deliveries: JobHandlers = {
  DELIVER_EVENTS: {
    isExternal: () => true,
    timeLimitMs: LIMIT_MS,
    run: (ctx, tenantId, subject, { signal }) =>
      // The subject of its jobs is the ID of a receiver.
      deliverEvents(ctx, tenantId, subject as ReceiverId, { signal, timeLimitMs: LIMIT_MS }),
  },
}

/** More than the slots of a worker, of several tenants and receivers each. */
const TENANTS = 10
const RECEIVERS_EACH = 5
const GOOD_JOBS = 300

test(
  'I18: receivers that never answer delay no job, no other receiver and no test clock',
  async () => {
    const hanging = await startReceiver(() => undefined)
    const good = await startReceiver(accept)
    const tenants = []
    // One process serves all tenants: their secrets open with its key.
    const { ctx } = await makeTestTenant(db, 'test_hanging')
    for (let index = 0; index < TENANTS; index += 1) {
      const tenant = await makeTestTenant(db, `test_hanging_${index}`)
      for (let receiver = 0; receiver < RECEIVERS_EACH; receiver += 1) {
        await createReceiver(ctx, tenant.id, { url: `${hanging.url}?${receiver}` })
      }
      await createReceiver(ctx, tenant.id, { url: `${good.url}?${index}` })
      for (const account of ['ada', 'bob', 'cyd', 'dan']) await tenant.referrer(account)
      await publishEvents(tenant.ctx, tenant.id, never)
      tenants.push(tenant)
    }
    const [first] = tenants
    if (first === undefined) throw new Error('there is no tenant')
    const done: string[] = []
    const handlers: JobHandlers = {
      ...jobHandlers,
      ...deliveries,
      [TEST_KIND]: {
        async run(_ctx, tenantId, subject) {
          done.push(`${tenantId} ${subject}`)
          return null
        },
      },
    }
    const { runner } = testRunner(ctx, async () => null, { handlers })
    // All hang before the first good job is asked for.
    startTestWorker(runner)
    await vi.waitFor(() => expect(hanging.mostAtOnce()).toBe(TENANTS * RECEIVERS_EACH * 4), PATIENT)
    for (let index = 0; index < GOOD_JOBS; index += 1) {
      await enqueue(ctx, tenants[index % TENANTS]?.id as TenantId, `${index}`)
    }
    await vi.waitFor(() => expect(done).toHaveLength(GOOD_JOBS), PATIENT)
    await vi.waitFor(() => expect(new Set(good.events.map((it) => it.id)).size).toBe(TENANTS * 4), PATIENT)
    expect(await drainTenant(runner, first.id, first.clock.now, PATIENT.timeout)).toBe(true)
    // None of them has ended meanwhile.
    expect(hanging.events).toHaveLength(TENANTS * RECEIVERS_EACH * 4)
    await hanging.close()
  },
  LIMIT_MS,
)

test('external jobs have a limit of their own, beyond which they wait', async () => {
  const tenant = await makeTestTenant(db, 'test_limited')
  let running = 0
  let most = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const handlers: JobHandlers = {
    [TEST_KIND]: {
      isExternal: () => true,
      async run() {
        running += 1
        most = Math.max(most, running)
        await held
        running -= 1
        return null
      },
    },
  }
  const { runner, runs } = testRunner(tenant.ctx, async () => null, { handlers })
  for (let index = 0; index < 12; index += 1) await enqueue(tenant.ctx, tenant.id, `${index}`)
  startTestWorker(runner, { concurrency: 2, tenantConcurrency: 2, externalConcurrency: 8 })
  await vi.waitFor(() => expect(running).toBeGreaterThanOrEqual(8), PATIENT)
  release()
  await vi.waitFor(() => expect(runs).toHaveLength(12), PATIENT)
  expect(most).toBeLessThanOrEqual(9)
})

test('the requests that a process was sending when it ended are sent by the next one, with the same id', async () => {
  const receiver = await startReceiver(() => undefined)
  const tenant = await makeTestTenant(db, 'test_stopping')
  const { ctx, id } = tenant
  await createReceiver(ctx, id, { url: receiver.url })
  await tenant.referrer('ada')
  await publishEvents(ctx, id, never)
  const { runner } = testRunner(ctx, async () => null, { handlers: deliveries })
  startTestWorker(runner)
  await vi.waitFor(() => expect(receiver.events).toHaveLength(1), PATIENT)
  await stopWorkers()
  receiver.answer = accept
  startTestWorker(runner)
  await vi.waitFor(() => expect(receiver.events).toHaveLength(2), PATIENT)
  expect(new Set(receiver.events.map((it) => it.id)).size).toBe(1)
})
