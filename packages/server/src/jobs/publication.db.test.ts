import { randomUUID } from 'node:crypto'
import type { EventId, TenantId } from '@goodword/domain/values/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveTestClock } from '../frame/tenants/test-clock.ts'
import { readEvents } from '../outbound/events/read-events.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestWorker, stopWorkers, storedJobs, testRunner } from '../testing/test-worker.ts'
import { findUnpublishedTenants, readOutboxStatistics } from '../tracking/rows/events/event-outbox.ts'
import { insertEvents } from '../tracking/rows/events/events.ts'
import { drainTenant } from './drain-tenant.ts'
import { jobHandlers } from './handlers.ts'

const { owner, service } = await createTestDatabase()
const ctx = testContext(service, { now: () => Date.now() })
const acme = 'acme' as TenantId
const inTest = 'test_acme' as TenantId
const HOUR_MS = 3_600_000

const query = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])

beforeEach(async () => {
  for (const table of ['job', 'event_outbox', 'published_event', 'event_feed', 'event', 'tenant', 'program'])
    await query(`delete from app.${table}`)
  await query(`insert into app.program values ('acme', 1, '{}', now()), ('test_acme', 1, '{}', now())`)
})
afterEach(stopWorkers)

function startPublisher() {
  const { runner, runs } = testRunner(ctx, async () => null, { handlers: jobHandlers })
  startTestWorker(runner)
  return runs
}

function write(tenantId: TenantId): Promise<EventId> {
  const outcome = { type: 'test', reason: 'TEST_REQUESTED', account: null } as const
  return ctx.writeTenant(tenantId, async (tx) => {
    const id = tx.newId<EventId>()
    insertEvents(tx, [{ id, actor: 'server', outcome }])
    return id
  })
}

/** Writes as another process does, whose commits no worker of this one hears of. */
async function writeElsewhere(tenantId: TenantId, id: string = randomUUID()): Promise<string> {
  await query(`insert into app.event (tenant_id, id, type, reason, actor, created_at)
    values ('${tenantId}', '${id}', 'test', 'TEST_REQUESTED', 'server', now())`)
  await query(
    `insert into app.event_outbox values ('${tenantId}', '${id}', '{${id}}', now() - interval '1 hour')`,
  )
  return id
}

async function published(tenantId: TenantId): Promise<readonly string[]> {
  const all = {
    type: null,
    accountId: null,
    order: 'oldest',
    after: null,
    limit: 1000,
    countAll: false,
  } as const
  return (await readEvents(ctx, tenantId, all)).events.map((it) => it.id)
}

const untilPublished = (tenantId: TenantId, ids: readonly string[]) =>
  expect.poll(() => published(tenantId)).toEqual(ids)

test('a worker publishes what its own process commits, and what other processes do', async () => {
  startPublisher()
  const first = await write(acme)
  await untilPublished(acme, [first])
  const second = await writeElsewhere(acme)
  await untilPublished(acme, [first, second])
  expect(await published(inTest)).toEqual([])
  // Only the job remains that deletes old events in a month.
  const stays = async () => (await storedJobs(owner)).map((it) => [it.tenant_id, it.state])
  await expect.poll(stays).toEqual([['acme', 'WAITING']])
})

test('events of a disabled tenant wait until it is enabled, and keep no other waiting', async () => {
  const id = '00000000-0000-7000-8000-000000000001'
  await query(`insert into app.merchant values ('${id}', 'm', now()) on conflict do nothing`)
  await query(`insert into app.tenant values ('acme', '${id}', 'live', now(), now())`)
  const waiting = await writeElsewhere(acme)
  expect(await readOutboxStatistics(service)).toEqual({ events: 1, oldestMs: 0 })
  startPublisher()
  const other = await write(inTest)
  await untilPublished(inTest, [other])
  expect(await published(acme)).toEqual([])
  await query('delete from app.tenant')
  await untilPublished(acme, [waiting])
})

test('events are published before other jobs of the tenant, however many of them wait', async () => {
  await query(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, attempts)
    select 'acme', gen_random_uuid(), 'CUSTOMER', it::text, 'READY', now() - interval '1 hour', 0
    from generate_series(1, 50) it`)
  const id = await writeElsewhere(acme)
  const handlers = { ...jobHandlers, CUSTOMER: { run: () => new Promise<never>(() => undefined) } }
  const { runner } = testRunner(ctx, async () => null, { handlers })
  startTestWorker(runner)
  await untilPublished(acme, [id])
  const second = await write(acme)
  await untilPublished(acme, [id, second])
})

test('a publisher whose process was killed is started when its lease ends, before other jobs', async () => {
  await query(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, lease, leased_until, attempts)
    values ('acme', '${randomUUID()}', 'PUBLISH_EVENTS', '', 'RUNNING', now(), '${randomUUID()}', now(), 1)`)
  const id = await writeElsewhere(acme)
  startPublisher()
  await untilPublished(acme, [id])
})

test('a publisher that was given up starts anew', async () => {
  await query(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, attempts, last_error)
    values ('acme', '${randomUUID()}', 'PUBLISH_EVENTS', '', 'FAILED', now(), 25, 'Error: no')`)
  const id = await writeElsewhere(acme)
  startPublisher()
  await untilPublished(acme, [id])
})

test('each tenant with events is found in its turn, once, and not while its publisher is in the queue', async () => {
  for (let index = 100; index < 350; index += 1) await writeElsewhere(`many_${index}` as TenantId)
  await query(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
    values ('many_200', '${randomUUID()}', 'PUBLISH_EVENTS', '', 'WAITING', now(), now(), 1)`)
  const found: string[] = []
  let after = ''
  do {
    const { due, last } = await findUnpublishedTenants(service, after)
    expect(due.length).toBeLessThanOrEqual(100)
    found.push(...due)
    after = last
  } while (after !== '')
  expect(found).toHaveLength(249)
  expect(new Set(found).size).toBe(249)
  expect(found).not.toContain('many_200')
})

test('finding tenants with events reads a few pages for each, however many events wait', async () => {
  await query(`insert into app.event_outbox select 'backlog', it, array[it], now()
    from (select gen_random_uuid() as it from generate_series(1, 20000)) as made`)
  for (const name of ['ab', 'bb', 'cc']) await writeElsewhere(name as TenantId)
  await query('vacuum analyze app.event_outbox')
  const session = await service.pool.connect()
  try {
    const text = `select * from app.tenants_with_unpublished_events('', 100)`
    await session.query(text)
    const { rows } = await session.query(`explain (analyze, buffers, format json) ${text}`)
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThanOrEqual(60)
  } finally {
    session.release()
  }
})

test('the metrics count what waits, and say for how long', async () => {
  expect(await readOutboxStatistics(service)).toEqual({ events: 0, oldestMs: 0 })
  await write(acme)
  await writeElsewhere(inTest)
  const { events, oldestMs } = await readOutboxStatistics(service)
  expect(events).toBe(2)
  expect(Math.round(oldestMs / 60_000)).toBe(60)
})

test('when a test clock was moved, events are published, and none is deleted before its time', async () => {
  const { runner } = testRunner(ctx, async () => null, { handlers: jobHandlers })
  async function moveTo(time: number): Promise<void> {
    await drainTenant(runner, inTest, await moveTestClock(ctx, inTest, time), 600_000)
  }
  const id = await write(inTest)
  await moveTo(Date.now() + HOUR_MS)
  expect(await published(inTest)).toEqual([id])
  const later = await write(inTest)
  for (const days of [31, 62, 365]) {
    await moveTo(Date.now() + days * 24 * HOUR_MS)
    expect(await published(inTest)).toEqual([id, later])
  }
  expect(await storedJobs(owner)).toMatchObject([{ tenant_id: 'test_acme', state: 'WAITING', attempts: 0 }])
})
