import { arraysOf, givenRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'

const columns = [
  ['id', 'uuid'],
  ['kind', 'text'],
  ['subject', 'text'],
  ['state', 'text'],
  ['delay_ms', 'int8'],
  ['trace_parent', 'text'],
] as const

export type NewJob = {
  readonly id: string
  readonly kind: string
  readonly subject: string
  /** The delay from now, on the tenant's clock. */
  readonly delayMs: number
  /** The time by which the tenant's clock is ahead of the machine's. */
  readonly aheadMs: number
  readonly traceParent: string | null
}

// A stored job gets the earlier due time. A running job keeps it for afterwards; a job that waits for a retry
// keeps its backoff, so that triggers do not defeat it; a failed job starts anew.
export const onConflict = `on conflict (tenant_id, kind, subject) do update
set state = case
    when x.state in ('RUNNING', 'READY') then x.state
    when x.state = 'WAITING' and (x.attempts > 0 or excluded.state = 'WAITING') then 'WAITING'
    else excluded.state
  end,
  changed_at = case
    when x.state = 'FAILED' or x.state = 'WAITING' and x.attempts = 0 and excluded.state = 'READY' then excluded.changed_at
    else x.changed_at
  end,
  due_at = case
    when x.state = 'WAITING' and x.attempts > 0 then x.due_at
    else least(x.due_at, excluded.due_at)
  end,
  attempts = case when x.state = 'FAILED' then 0 else x.attempts end,
  trace_parent = excluded.trace_parent`

const enqueueOne = statement(
  'job.enqueue_one',
  `
insert into job as x (tenant_id, id, kind, subject, state, changed_at, due_at, attempts, trace_parent)
values ($1, $2, $3, $4, $5, now(), now() + $6 * interval '1 ms', 0, $7)
${onConflict}`,
)

const enqueue = statement(
  'job.enqueue',
  `
insert into job as x (tenant_id, id, kind, subject, state, changed_at, due_at, attempts, trace_parent)
select k.tenant_id, u.id, u.kind, u.subject, u.state, now(), now() + u.delay_ms * interval '1 ms', 0, u.trace_parent
from program k
cross join ${givenRows(columns)}
where k.tenant_id = $1
${onConflict}`,
)

/** Adds jobs of one tenant, or asks again for those that are there. No two may have the same kind and subject. */
export function insertJobs(tx: TenantTx, jobs: readonly NewJob[]): void {
  const rows = jobs.map(rowOf)
  const [first, ...others] = rows
  if (first === undefined) return
  if (others.length > 0) tx.write(enqueue, arraysOf(columns, rows), rows.length)
  else {
    const { id, kind, subject, state, delay_ms, trace_parent } = first
    tx.write(enqueueOne, [id, kind, subject, state, delay_ms, trace_parent], 1)
  }
}

type GivenRow = Pick<Tables['job'], 'id' | 'kind' | 'subject' | 'state' | 'trace_parent'> & {
  readonly delay_ms: number
}

/** Further ahead than anything is scheduled, and not too far for a time. */
const MAX_DELAY_MS = 100 * 365 * 86_400_000

function rowOf({ id, kind, subject, delayMs, aheadMs, traceParent }: NewJob): GivenRow {
  const state = delayMs <= 0 ? 'READY' : 'WAITING'
  // Counted from the database's now: the clocks of machines may differ.
  const delay_ms = Math.round(Math.min(delayMs + aheadMs, MAX_DELAY_MS))
  return { id, kind, subject, state, delay_ms, trace_parent: traceParent }
}

const schedule = statement(
  'job.schedule',
  `
insert into job as x (tenant_id, id, kind, subject, state, changed_at, due_at, attempts)
values ($1, $2, $3, '', 'READY', now(), null, 0)
on conflict (tenant_id, kind, subject) do nothing`,
)

/** Adds a recurring job that is to run at once, unless it is there. */
export function insertRecurringJob(tx: TenantTx, id: string, kind: string): void {
  tx.write(schedule, [id, kind])
}
