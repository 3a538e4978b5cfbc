import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { PATIENT, workerProcesses } from '../testing/workers/worker-processes.ts'

const { owner, serviceAddress } = await createTestDatabase()
const query = <Row>(text: string) => owner.query<Row>({ name: '', text }, [])

/** Longer than a busy machine holds a process up: one that loses its lease while it runs would overlap with the next. */
const LEASE_MS = 10_000
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
    await query(`insert into app.kill values (${run?.process}, clock_timestamp())`)
    await endLeases(run?.process)
    const [cut] = await query<{ process: number }>(text)
    expect(cut?.process).toBe(run?.process)
  }, PATIENT)
}

/** Ends the leases of the jobs that a process ran when it was killed, as time does. */
async function endLeases(process: number | undefined): Promise<void> {
  const text = 'select distinct on (kind) kind, process, ended_at from app.run order by kind, id desc'
  const latest = await query<{ kind: string; process: number; ended_at: unknown }>(text)
  for (const { kind } of latest.filter((it) => it.process === process && it.ended_at === null))
    await query(`update app.job set leased_until = now() where kind = '${kind}' and state = 'RUNNING'`)
}

test('I28: two and four workers run each recurring job once per period, and go on when the one that runs it is killed', async () => {
  await query(`create table app.run (id bigint generated always as identity primary key, kind text, process int,
    started_at timestamptz, ended_at timestamptz)`)
  await query('create table app.kill (process int, killed_at timestamptz)')
  for (const name of ['run', 'kill']) await query(`select app.distribute('app.${name}', 'reference')`)
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
      count(*) filter (where ended_at is null and next_at is not null and killed_at is null)::int as never_killed,
      count(*) filter (where ended_at is null and next_at < killed_at)::int as taken_alive,
      count(*) filter (where ended_at is null and next_at is not null)::int as taken_over,
      count(distinct process) > 1 as is_shared
    from (
      select r.started_at, r.ended_at, r.process, k.killed_at,
        lead(r.started_at) over (partition by r.kind order by r.started_at) as next_at
      from app.run r left join app.kill k on k.process = r.process
    ) as runs`)
  // A job that was cut may be one of each kind for each kill.
  expect(found).toMatchObject({ early: 0, never_killed: 0, taken_alive: 0, is_shared: true })
  expect(Number(Object(found).taken_over)).toBeGreaterThanOrEqual(2)
})
