import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

// A job that waits after a failure is retried on the machine's clock, so a move does not wait for it. The condition on `changed_at`
// holds for every row: it leaves the planner one index.
const due = statement(
  'job.due_by',
  `
select count(*)::int4 as jobs, min(d.due_at) as first_due_at
from (
  select r.due_at
  from (
    select y.due_at
    from job y
    where y.tenant_id = $1
      and y.state = 'READY'
      and y.changed_at <= 'infinity'
    order by y.changed_at
    limit $3
  ) as r
  where r.due_at <= $2::timestamptz
  union all
  select w.due_at
  from (
    select y.due_at, y.attempts
    from job y
    where y.tenant_id = $1
      and y.state = 'WAITING'
      and y.due_at <= $2::timestamptz
    order by y.due_at
    limit $3
  ) as w
  where w.attempts = 0
) as d`,
)

/** How many jobs of the tenant are due by a time of its clock and were not begun, and the first time; counted up to a limit. */
export async function countJobsDue(
  tx: TenantTx,
  until: number,
  most: number,
): Promise<{ readonly jobs: number; readonly firstDueAt: number | null }> {
  const [row] = await tx.rows<{ jobs: number; first_due_at: number | null }>(due, [isoTime(until), most])
  return { jobs: row?.jobs ?? 0, firstDueAt: row?.first_due_at ?? null }
}

const next = statement(
  'job.next_due_of_kinds',
  `
select (extract(epoch from y.due_at - now()) * 1000)::float8 as delay_ms
from job y
where y.tenant_id = $1
  and y.state = 'WAITING'
  and y.due_at <= 'infinity'
  and y.kind = any($2::text[])
order by y.due_at
limit 1`,
)

/**
 * Returns in how many milliseconds the first job of some kinds is due; `aheadMs` is what the tenant's clock is ahead
 * of the machine's. Null without one.
 */
export async function nextJobDelay(
  tx: TenantTx,
  kinds: readonly string[],
  aheadMs: number,
): Promise<number | null> {
  const [row] = await tx.rows<{ delay_ms: number }>(next, [kinds])
  return row === undefined ? null : row.delay_ms - aheadMs
}
