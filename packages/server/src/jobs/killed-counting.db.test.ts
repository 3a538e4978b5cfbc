import type { UserId } from '@goodword/domain/values/ids'
import { expect, test, vi } from 'vitest'
import { addDays, ZonedCalendar } from '../reporting/statistics/calendar.ts'
import { countPiece } from '../reporting/statistics/counting/count-piece.ts'
import { findUncounted } from '../reporting/statistics/counting/count-statistics.ts'
import { readStatistics } from '../reporting/statistics/read-statistics.ts'
import { waitingForLocks } from '../testing/database/waiting-for-locks.ts'
import { slowRecount } from '../testing/statistics/slow-recount.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../testing/test-tenant.ts'
import { PATIENT, workerProcesses } from '../testing/workers/worker-processes.ts'

const db = await createTestDatabase()
const query = <Row>(text: string, values: readonly unknown[] = []) =>
  db.owner.query<Row>({ name: '', text }, values)

const LEASE_MS = 2000
const ROUNDS = 2
const FRIENDS = 60
const CLICKS = 20_000

const workers = workerProcesses('service-worker', {
  address: db.serviceAddress,
  leaseMs: LEASE_MS,
  kinds: ['PUBLISH_EVENTS', 'COUNT_STATISTICS'],
})

async function happen(tenant: TestTenant, round: number, code: Awaited<ReturnType<TestTenant['referrer']>>) {
  for (let friend = 0; friend < FRIENDS; friend += 1) {
    const name = `friend_${round}_${friend}`
    await tenant.track(
      name,
      'server',
      { kind: 'attribute', evidence: 'explicit', code, userId: 'u' as UserId },
      tenant.identify('u'),
      { kind: 'report', status: friend % 2 === 0 ? 'PAID' : 'TRIAL' },
    )
  }
}

test('what happens while workers that count are killed again and again is counted once', async () => {
  const tenant = await makeTestTenant(db, 'killed')
  tenant.clock.now = Date.now()
  const code = await tenant.referrer('ada')
  await query(
    `insert into app.click select $1, now() - interval '1 minute' - it * interval '1 millisecond', gen_random_uuid(),
       (select p.id from app.account_user p where p.tenant_id = $1 order by p.id limit 1), 'email', gen_random_uuid()
     from generate_series(1, $2::int) it`,
    [tenant.id, CLICKS],
  )
  await findUncounted(tenant.ctx, new AbortController().signal)
  await workers.start()
  await workers.start()
  for (let round = 0; round < ROUNDS; round += 1) {
    const holder = await db.owner.pool.connect()
    await holder.query('begin; lock table app.statistic_count in share mode')
    const happened = happen(tenant, round, code)
    await vi.waitFor(async () => expect(await waitingForLocks(db.owner)).toBeGreaterThan(0), PATIENT)
    // Whichever waits in the middle of a transaction that counts is killed there.
    await workers.replaceOldest()
    await workers.replaceOldest()
    holder.release(true)
    await happened
  }
  await findUncounted(tenant.ctx, new AbortController().signal)
  await vi.waitFor(async () => expect(await left()).toEqual([{ outbox: 0, entries: 0, jobs: 0 }]), PATIENT)
  const timeZone = 'UTC'
  const to = new ZonedCalendar(timeZone).dayOf(Date.now())
  const asked = { from: addDays(to, -1), to }
  const { intervals, channels, media, cohorts, rewards, funnel } = await readStatistics(
    tenant.ctx,
    tenant.id,
    { ...asked, interval: 'DAY' },
  )
  const recount = await slowRecount(db, { tenantId: tenant.id, timeZone, ...asked })
  const { referrers: _, ...expected } = recount
  // The recount has no amounts of an interval.
  const counted = intervals.map(({ money: _money, ...it }) => it)
  expect({ intervals: counted, channels, media, cohorts, rewards }).toEqual(expected)
  expect(funnel).toMatchObject({ attributed: ROUNDS * FRIENDS, converted: (ROUNDS * FRIENDS) / 2 })
  expect(await tenant.ctx.writeTenant(tenant.id, (tx) => countPiece(tx, async () => 0))).toBe(false)
})

function left(): Promise<unknown[]> {
  return query(
    `select (select count(*) from app.event_outbox) as outbox, (select count(*) from app.entry_outbox) as entries,
       (select count(*) from app.job j where j.kind in ('PUBLISH_EVENTS', 'COUNT_STATISTICS')) as jobs`,
  )
}
