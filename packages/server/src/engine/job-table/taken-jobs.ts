import { byCtid, byKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'

const promote = statement(
  'job.promote',
  `
update job x
set state = 'READY',
  changed_at = now()
from (
  select y.ctid as place
  from job y
  where y.tenant_id = $1
    and y.state = 'WAITING'
    and y.due_at <= now() + $2::interval
  order by y.due_at
  limit $3
  for update skip locked
) as due
where x.tenant_id = $1
  and x.ctid = due.place
returning x.id`,
)

/** Makes jobs ready that are due; `aheadMs` is what the tenant's clock is ahead of the machine's. Returns how many. */
export async function promoteJobs(tx: TenantTx, aheadMs: number, most: number): Promise<number> {
  return (await tx.rows(promote, [`${aheadMs} ms`, most])).length
}

const expire = statement(
  'job.expire',
  `
update job x
set state = case when x.attempts >= $2 and x.due_at is null then 'FAILED' else 'READY' end,
  changed_at = now(),
  lease = null,
  leased_until = null,
  last_error = $3
from (
  select y.ctid as place
  from job y
  where y.tenant_id = $1
    and y.state = 'RUNNING'
    and y.leased_until <= now()
  order by y.leased_until
  limit 1000
  for update skip locked
) as expired
where x.tenant_id = $1
  and x.ctid = expired.place
returning x.id`,
)

/** Makes jobs ready whose lease has ended. A job that was taken too often is given up, as it may end its process. */
export async function expireLeases(tx: TenantTx, mostAttempts: number, reason: string): Promise<number> {
  return (await tx.rows(expire, [mostAttempts, reason])).length
}

// The condition on `changed_at` holds for every row: it leaves the planner one index.
const take = statement(
  'job.take',
  `
update job x
set state = 'RUNNING',
  changed_at = now(),
  due_at = null,
  lease = $2,
  leased_until = now() + $3::interval,
  attempts = x.attempts + 1
from (
  select y.ctid as place, y.changed_at as ready_at
  from job y
  where y.tenant_id = $1
    and y.state = 'READY'
    and y.changed_at <= 'infinity'
    and y.kind <> all($5::text[])
  order by y.changed_at
  limit $4
  for update skip locked
) as ready
where x.tenant_id = $1
  and x.ctid = ready.place
returning x.id, x.kind, x.subject, x.attempts, x.trace_parent, ready.ready_at, x.changed_at as taken_at`,
)

export type TakenJobRow = Pick<Tables['job'], 'id' | 'kind' | 'subject' | 'attempts' | 'trace_parent'> & {
  readonly ready_at: number
  readonly taken_at: number
}

export type Lease = { readonly token: string; readonly ms: number }

/** Takes up to `most` ready jobs of the tenant, those first that have been ready for longest; none of some kinds. */
export function takeJobs(
  tx: TenantTx,
  { token, ms }: Lease,
  most: number,
  without: readonly string[],
): Promise<TakenJobRow[]> {
  return tx.rows<TakenJobRow>(take, [token, `${ms} ms`, most, without])
}

// Locked first and taken by its place then: with a condition on the state the planner could read all ready jobs instead.
const lockOne = statement(
  'job.lock_one',
  `
select x.id, x.state, x.attempts
from job x
where x.tenant_id = $1
  and x.kind = $2
  and ${byKey('x.subject', '$3')}
for update`,
)

const takeOne = statement(
  'job.take_one',
  `
update job x
set state = 'RUNNING',
  changed_at = now(),
  due_at = null,
  lease = $3,
  leased_until = now() + $4::interval,
  attempts = x.attempts + 1
where ${byCtid('job', byKey('y.id', '$2'))}
returning x.id, x.kind, x.subject, x.attempts, x.trace_parent, x.changed_at as ready_at, x.changed_at as taken_at`,
)

/**
 * Takes one job that is ready. Otherwise says why it cannot be taken: another worker runs it, it waits for a retry after a
 * failure, or it has not been requested.
 */
export async function takeJob(
  tx: TenantTx,
  { token, ms }: Lease,
  kind: string,
  subject: string,
): Promise<TakenJobRow | 'RUNNING' | 'RETRY_WAITS' | 'NOT_REQUESTED'> {
  const [job] = await tx.rows<Pick<Tables['job'], 'id' | 'state' | 'attempts'>>(lockOne, [kind, subject])
  if (job?.state === 'RUNNING') return 'RUNNING'
  if (job?.state === 'WAITING' && job.attempts > 0) return 'RETRY_WAITS'
  if (job?.state !== 'READY') return 'NOT_REQUESTED'
  const [taken] = await tx.rows<TakenJobRow>(takeOne, [job.id, token, `${ms} ms`])
  return taken ?? 'NOT_REQUESTED'
}

const busy = statement(
  'job.find_busy',
  `
select x.state
from (
  (
    select y.state
    from job y
    where y.tenant_id = $1
      and y.state = 'READY'
      and y.changed_at <= 'infinity'
      and y.kind <> all($2::text[])
    order by y.changed_at
    limit 1
  )
  union all
  (
    select y.state
    from job y
    where y.tenant_id = $1
      and y.state = 'RUNNING'
      and y.leased_until <= 'infinity'
      and y.kind <> all($2::text[])
    order by y.leased_until
    limit 1
  )
) as x`,
)

/** Whether the tenant has jobs that are ready or running, of other kinds than these. */
export async function hasBusyJobs(tx: TenantTx, without: readonly string[]): Promise<boolean> {
  return (await tx.rows(busy, [without])).length > 0
}
