import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { PATIENT, workerProcesses } from '../testing/workers/worker-processes.ts'

const { owner, serviceAddress } = await createTestDatabase()
const query = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])

const LEASE_MS = 2000
const EVERY_MS = 500
const RUNS = 4
const workers = workerProcesses('recurring-worker', {
  address: serviceAddress,
  leaseMs: LEASE_MS,
  everyMs: EVERY_MS,
})

async function untilRuns(kind: string, more: number): Promise<void> {
  const ended = async () =>
    (await query(`select from app.run where kind = '${kind}' and ended_at is not null`)).length
  const before = await ended()
  await vi.waitFor(async () => expect(await ended()).toBeGreaterThanOrEqual(before + more), PATIENT)
}

/** Kills the process that runs the job at the moment. */
async function killRunning(kind: string): Promise<void> {
  const text = `select process from app.run where kind = '${kind}' and ended_at is null order by id desc limit 1`
  await vi.waitFor(async () => {
    const [run] = await query<{ process: number }>(text)
    const running = workers.running.find(({ child }) => child.pid === run?.process)
    if (running === undefined) throw new Error('it does not run')
    await workers.kill(running)
    const [cut] = await query<{ process: number }>(text)
    expect(cut?.process).toBe(run?.process)
  }, PATIENT)
}

test('I28: two and four workers run each recurring job once per period, and go on when the one that runs it is killed', async () => {
  await query(`create table app.run (id bigint generated always as identity primary key, kind text, process int,
    started_at timestamptz, ended_at timestamptz)`)
  await query("select app.distribute('app.run', 'reference')")
  await query('grant select, insert, update on app.run to public')
  for (const count of [2, 4]) {
    await Promise.all(Array.from({ length: count - workers.running.length }, workers.start))
    await untilRuns('SWEEP_ANSWERS', RUNS)
    await killRunning('SWEEP_ANSWERS')
    await untilRuns('SWEEP_ANSWERS', 2)
    await untilRuns('SWEEP_MAILS', 1)
  }
  const [found] = await query(`
    select count(*) filter (where next_at < ended_at + interval '${EVERY_MS} ms')::int as early,
      count(*) filter (where ended_at is null and next_at < started_at + interval '${LEASE_MS} ms')::int as taken_alive,
      count(*) filter (where ended_at is null and next_at is not null)::int as taken_over,
      count(distinct process) > 1 as is_shared
    from (
      select started_at, ended_at, process, lead(started_at) over (partition by kind order by started_at) as next_at
      from app.run
    ) as runs`)
  // A job that was cut may be one of each kind for each kill.
  expect(found).toMatchObject({ early: 0, taken_alive: 0, is_shared: true })
  expect(Number(Object(found).taken_over)).toBeGreaterThanOrEqual(2)
})
