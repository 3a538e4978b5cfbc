import type { TenantId } from '@goodword/domain/values/ids'
import { beforeAll, expect, test } from 'vitest'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { findCandidates, findWork, readJobStatistics } from './job-candidates.ts'

const { owner, service } = await createTestDatabase()
const query = (text: string) => owner.query({ name: '', text }, [])

/** Far more than are read of them below. */
const IDLE_TENANTS = 10_000
const BACKLOG = 50_000
const JOBS = 'insert into app.job (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)'

beforeAll(async () => {
  await query(`${JOBS} select 'idle_' || it, gen_random_uuid(), 'K', '', 'WAITING', now(), now() + interval '1 day', 0
    from generate_series(1, ${IDLE_TENANTS}) it`)
  await query(`${JOBS} select 'backlog', gen_random_uuid(), 'K', it::text, 'READY', now() - interval '1 hour', null, 0
    from generate_series(1, ${BACKLOG}) it`)
  await query(`${JOBS} select 'small_' || it, gen_random_uuid(), 'K', '', 'READY', now(), null, 0
    from generate_series(1, 40) it`)
  await query(`insert into app.test_clock select 'test_' || it, 86400001 from generate_series(1000, 1250) it`)
  await query(
    `${JOBS} select 'test_1120', gen_random_uuid(), 'K', '', 'WAITING', now(), now() + interval '1 day', 0`,
  )
  await query('vacuum analyze app.job')
  await query('analyze app.test_clock')
})

/** The pages of 8 kB that a statement reads in the service's role. */
async function pagesRead(text: string): Promise<number> {
  const session = await service.pool.connect()
  try {
    // The first time what a connection knows of the catalogue is read as well.
    await session.query(text)
    const { rows } = await session.query(`explain (analyze, buffers, format json) ${text}`)
    const [{ Plan: plan }] = rows[0]['QUERY PLAN']
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    session.release()
  }
}

test.each([
  [`select app.tenants_with_ready_jobs('', 16)`, 150],
  [`select app.tenants_with_due_jobs(500)`, 50],
  [`select * from app.test_clocks_with_jobs('', 100)`, 700],
  // Planning alone reads a page of each index of the table.
  [`select app.tenants_with_failed_jobs('', 16)`, 25],
])('%s reads at most %i pages, whatever is in the queue', async (text, most) => {
  expect(await pagesRead(text)).toBeLessThanOrEqual(most)
})

test('counting stops at 10,000, and the age is that of the oldest', async () => {
  const { depth, oldestMs } = await readJobStatistics(service)
  expect(depth).toEqual({ READY: 10_000, WAITING: 10_000, RUNNING: 0, FAILED: 0 })
  expect(Math.round(oldestMs / 60_000)).toBe(60)
})

test('each tenant with ready jobs gets its turn, and each test clock is looked at', async () => {
  const most = 16
  let rounds = { tenant: '', testClock: '' }
  const seen: string[] = []
  const due: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const found = await findCandidates(service, rounds, most)
    seen.push(...found.ready)
    due.push(...found.due)
    rounds = found.next
  }
  expect(new Set(seen).size).toBe(41)
  expect(seen).toHaveLength(41)
  expect(due).toEqual(['test_1120'])
  expect(rounds.testClock).toBe('')
})

test('the question to one tenant finds what the one across all of them does', async () => {
  await query(`insert into app.job (tenant_id, id, kind, subject, state, changed_at, attempts, lease, leased_until)
    values ('expired', gen_random_uuid(), 'K', '', 'RUNNING', now(), 1, gen_random_uuid(), now() - interval '1 second')`)
  await query(
    `${JOBS} select 'due', gen_random_uuid(), 'K', '', 'WAITING', now(), now() - interval '1 second', 0`,
  )
  const { ready, due } = await findCandidates(service, { tenant: '', testClock: 'test_1099' }, 100)
  const ctx = testContext(service, { now: Date.now })
  const tenants = [
    'backlog',
    'small_7',
    'expired',
    'due',
    'test_1120',
    'idle_7',
    'test_1121',
    'unknown',
  ] as TenantId[]
  const found = await Promise.all(tenants.map((id) => ctx.readTenant(id, (tx) => findWork(tx, tx.aheadMs))))
  expect(found.map((it) => it.isReady)).toEqual(tenants.map((id) => ready.includes(id)))
  expect(found.map((it) => it.isDue)).toEqual(tenants.map((id) => due.includes(id)))
  expect(found.map((it) => it.isReady || it.isDue)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
