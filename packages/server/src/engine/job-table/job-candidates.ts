import type { TenantId } from '@goodword/domain/values/ids'
import type { Database } from '../driver/database.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

const readyTenants = statement('job.ready_tenants', 'select app.tenants_with_ready_jobs($1, $2) as tenant_id')
const dueTenants = statement('job.due_tenants', 'select app.tenants_with_due_jobs($1) as tenant_id')
const testClocks = statement(
  'job.test_clocks',
  'select c.tenant_id, c.is_due from app.test_clocks_with_jobs($1, $2) as c',
)
const statistics = statement(
  'job.statistics',
  'select s.state, s.jobs, s.oldest_seconds from app.job_statistics() as s',
)

/** The positions of a worker in its rounds through the tenants. */
export type Rounds = {
  /** The last tenant that was offered its turn; empty where a round begins. */
  readonly tenant: string
  /** The last tenant whose test clock was looked at; empty where a round begins. */
  readonly testClock: string
}

export type Candidates = {
  /** Tenants with jobs to take, in the order of their turns, after `rounds.tenant`. */
  readonly ready: readonly TenantId[]
  /** Tenants with jobs that are to be made ready first. */
  readonly due: readonly TenantId[]
  /** The position of the next look, once all of these had their turn. */
  readonly next: Rounds
}

const MAX_DUE = 500
const MAX_CLOCKS = 100

/** Finds the tenants that have work, in one round trip. A few rows of each are read, however many jobs it has. */
export function findCandidates(
  db: Database,
  { tenant, testClock }: Rounds,
  most: number,
): Promise<Candidates> {
  return db.connected(async (session) => {
    const [ready, due, clocks] = await Promise.all([
      session.send(readyTenants, [tenant, most]),
      session.send(dueTenants, [MAX_DUE]),
      session.send(testClocks, [testClock, MAX_CLOCKS]),
    ])
    const dueByTestClock = clocks.rows.filter((row) => row.is_due === true)
    return {
      ready: ready.rows.map(tenantOf),
      due: [...new Set([...due.rows, ...dueByTestClock].map(tenantOf))],
      next: {
        tenant: ready.rows.length < most ? '' : String(ready.rows.at(-1)?.tenant_id ?? ''),
        testClock: clocks.rows.length < MAX_CLOCKS ? '' : String(clocks.rows.at(-1)?.tenant_id ?? ''),
      },
    }
  })
}

// As in the statements that take jobs: the conditions and orders leave the planner one index.
const work = statement(
  'job.find_work',
  `
select
  (
    select x.changed_at
    from job x
    where x.tenant_id = $1
      and x.state = 'READY'
      and x.changed_at <= 'infinity'
    order by x.changed_at
    limit 1
  ) is not null as "isReady",
  (
    select x.due_at
    from job x
    where x.tenant_id = $1
      and x.state = 'WAITING'
      and x.due_at <= now() + $2::interval
    order by x.due_at
    limit 1
  ) is not null or (
    select x.leased_until
    from job x
    where x.tenant_id = $1
      and x.state = 'RUNNING'
      and x.leased_until <= now()
    order by x.leased_until
    limit 1
  ) is not null as "isDue",
  (
    select x.id
    from event_outbox x
    where x.tenant_id = $1
    order by x.id
    limit 1
  ) is not null as "isUnpublished"`,
)

/** The work of a tenant that a worker can do. */
export type Work = {
  /** Jobs can be taken. */
  readonly isReady: boolean
  /** Jobs are to be made ready first. */
  readonly isDue: boolean
  readonly isUnpublished: boolean
}

/** Finds the work of one tenant; `aheadMs` is what its clock is ahead of the machine's. */
export async function findWork(tx: TenantTx, aheadMs: number): Promise<Work> {
  const [row] = await tx.rows<Work>(work, [`${aheadMs} ms`])
  if (row === undefined) throw new Error('the database returned no row about the work of a tenant')
  return row
}

/** The column holds names of tenants. */
function tenantOf(row: Readonly<Record<string, unknown>>): TenantId {
  return row.tenant_id as TenantId
}

export type JobState = 'WAITING' | 'READY' | 'RUNNING' | 'FAILED'

export type JobStatistics = {
  /** The number of jobs of the whole database, each state counted up to 10,000. */
  readonly depth: Readonly<Record<JobState, number>>
  /** The milliseconds for which the oldest job that could run has been waiting for a worker; 0 when there is none. */
  readonly oldestMs: number
}

type StatisticsRow = { state: JobState; jobs: number; oldest_seconds: number }

export async function readJobStatistics(db: Pick<Database, 'query'>): Promise<JobStatistics> {
  const rows = await db.query<StatisticsRow>(statistics, [])
  const jobsIn = (state: JobState) => rows.find((row) => row.state === state)?.jobs ?? 0
  return {
    depth: {
      WAITING: jobsIn('WAITING'),
      READY: jobsIn('READY'),
      RUNNING: jobsIn('RUNNING'),
      FAILED: jobsIn('FAILED'),
    },
    oldestMs: Math.max(0, ...rows.map((row) => row.oldest_seconds * 1000)),
  }
}

const failedTenants = statement(
  'job.failed_tenants',
  'select app.tenants_with_failed_jobs($1, $2) as tenant_id',
)

/** The first tenants that have failed jobs. */
export async function findTenantsWithFailedJobs(db: Database, most: number): Promise<TenantId[]> {
  const rows = await db.query<{ tenant_id: TenantId }>(failedTenants, ['', most])
  return rows.map((row) => row.tenant_id)
}
