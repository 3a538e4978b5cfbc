import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test, vi } from 'vitest'
import { enqueueJobs } from '../frame/jobs/enqueue-job.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { storedJobs, TEST_KIND } from '../testing/test-worker.ts'
import { PATIENT, workerProcesses } from '../testing/workers/worker-processes.ts'

const { owner, service, serviceAddress } = await createTestDatabase()
const ctx = testContext(service, { now: () => Date.now() })
const query = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])

/** Longer than a busy machine holds a process up: one that loses its lease while it runs would overlap with the next. */
const LEASE_MS = 10_000
const KILLS = 5
/** The number of jobs that a process runs at once. */
const CONCURRENCY = 16
const names = Array.from({ length: 5 }, (_, index) => `tenant_${index}` as TenantId)
/** The number of jobs of a tenant before each kill. */
const JOBS_EACH = 40
const JOBS = KILLS * names.length * JOBS_EACH

const workers = workerProcesses('noting-worker', { address: serviceAddress, leaseMs: LEASE_MS })

async function effects(): Promise<number> {
  const [row] = await query<{ count: number }>('select count(*) from app.effect')
  return row?.count ?? 0
}

async function enqueueBatch(batch: number): Promise<void> {
  const requests = Array.from(
    { length: JOBS_EACH },
    (_, index) => ({ kind: TEST_KIND, subject: `${batch} ${index}` }) as const,
  )
  for (const name of names) await ctx.writeTenant(name, async (tx) => enqueueJobs(tx, requests))
}

test('I28: no job whose workers are killed again and again is lost, and none runs twice at a time', async () => {
  await query(`create table app.run (id bigint generated always as identity primary key, tenant_id text, subject text,
    started_at timestamptz, ended_at timestamptz)`)
  await query('create table app.effect (tenant_id text, subject text, primary key (tenant_id, subject))')
  for (const name of ['run', 'effect']) await query(`select app.distribute('app.${name}', 'reference')`)
  await query('grant select, insert, update on app.run, app.effect to public')
  for (const name of names) await query(`insert into app.program values ('${name}', 1, '{}', now())`)
  await workers.start()
  await workers.start()
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await effects()
    await enqueueBatch(kill)
    await vi.waitFor(async () => expect(await effects()).toBeGreaterThan(before + 10), PATIENT)
    await workers.replaceOldest()
  }
  await vi.waitFor(async () => expect(await storedJobs(owner)).toEqual([]), PATIENT)
  expect(await effects()).toBe(JOBS)
  const [found] = await query<{ runs: number; cut: number; together: number }>(`
    select count(*) as runs, count(*) filter (where ended_at is null) as cut, (
      select count(*) from app.run a
      join app.run b on b.tenant_id = a.tenant_id and b.subject = a.subject and b.id > a.id
        and b.started_at < a.ended_at
    ) as together from app.run`)
  expect(found?.together).toBe(0)
  expect(found?.cut).toBeGreaterThan(0)
  // Only what a killed process had taken ran more than once.
  expect(found?.runs).toBeLessThanOrEqual(JOBS + KILLS * CONCURRENCY)
})
