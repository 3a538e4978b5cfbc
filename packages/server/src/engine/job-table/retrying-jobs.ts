import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

// The conditions on `changed_at`, which is when the job failed, leave the planner one index.
const retryNow = statement(
  'job.retry_now',
  `
update job x
set state = 'READY',
  changed_at = now(),
  attempts = x.attempts - 1
from (
  select y.ctid as place
  from job y
  where y.tenant_id = $1
    and y.state = 'WAITING'
    and y.attempts > 0
    and y.changed_at <= now() - $4::interval
    and y.kind <> all($2::text[])
  order by y.changed_at
  limit $3
  for update skip locked
) as failed
where x.tenant_id = $1
  and x.ctid = failed.place
returning x.id`,
)

export type EarlyRetry = {
  /** Kinds that are left alone. */
  readonly without: readonly string[]
  /** How long ago the attempt failed at least, by the machine's clock. */
  readonly restedMs: number
  readonly most: number
}

/**
 * Makes jobs ready that failed and wait for another attempt. That attempt takes the place of the one that failed, so that no job
 * is given up sooner for it. Returns how many.
 */
export async function retryJobsNow(tx: TenantTx, { without, restedMs, most }: EarlyRetry): Promise<number> {
  return (await tx.rows(retryNow, [without, most, `${restedMs} ms`])).length
}

const count = statement(
  'job.count_retrying',
  `
select count(*)::int4 as jobs
from (
  select y.due_at
  from job y
  where y.tenant_id = $1
    and y.state = 'WAITING'
    and y.attempts > 0
    and y.changed_at <= 'infinity'
    and y.kind <> all($2::text[])
  order by y.changed_at
  limit $4
) as failed
where failed.due_at <= $3::timestamptz`,
)

export type RetryingJobs = {
  /** Kinds that are not counted. */
  readonly without: readonly string[]
  /** The time by which the next attempt is due, on the tenant's clock. */
  readonly until: number
  readonly most: number
}

/** How many jobs failed and wait for another attempt, counted up to a limit. */
export async function countRetryingJobs(
  tx: TenantTx,
  { without, until, most }: RetryingJobs,
): Promise<number> {
  const [row] = await tx.rows<{ jobs: number }>(count, [without, isoTime(until), most])
  return row?.jobs ?? 0
}
