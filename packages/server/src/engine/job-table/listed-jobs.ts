import { byCtid, byKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'

export type ListedJob = Pick<Tables['job'], 'id' | 'kind' | 'subject' | 'state' | 'attempts'> & {
  readonly dateChanged: number
  /** Null for a job that is ready or runs. */
  readonly dateDue: number | null
  readonly lastError: string | null
}

const listed = `x.id, x.kind, x.subject, x.state, x.changed_at as "dateChanged",
  case when x.state = 'WAITING' then x.due_at end as "dateDue", x.attempts, x.last_error as "lastError"`

const newest = statement(
  'job.list',
  `
select ${listed}
from job x
where x.tenant_id = $1
order by x.id desc
limit $2`,
)

const newestFailed = statement(
  'job.list_failed',
  `
select ${listed}
from job x
where x.tenant_id = $1
  and x.state = 'FAILED'
order by x.id desc
limit $2`,
)

/** The newest jobs of a tenant, or those that failed alone. */
export function listJobs(tx: TenantTx, onlyFailed: boolean, limit: number): Promise<ListedJob[]> {
  return tx.rows<ListedJob>(onlyFailed ? newestFailed : newest, [limit])
}

const lock = statement(
  'job.lock',
  `
select x.kind, x.state
from job x
where x.tenant_id = $1
  and ${byKey('x.id', '$2')}
for update`,
)

/** Keeps a job as it is until the end of the transaction; null when there is none. */
export async function lockJob(
  tx: TenantTx,
  id: string,
): Promise<Pick<Tables['job'], 'kind' | 'state'> | null> {
  const [row] = await tx.rows<Pick<Tables['job'], 'kind' | 'state'>>(lock, [id])
  return row ?? null
}

const restart = statement(
  'job.restart',
  `
update job x
set state = 'READY',
  changed_at = now(),
  attempts = 0
where ${byCtid('job', byKey('y.id', '$2'))}`,
)

/** Makes a locked job that does not run ready, as if it had never failed. */
export function restartJob(tx: TenantTx, id: string): void {
  tx.write(restart, [id], 1)
}
