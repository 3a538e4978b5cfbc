import { firstFrom } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'
import type { JobState } from './job-candidates.ts'

export type JobOfSubject = Pick<Tables['job'], 'id' | 'state' | 'due_at' | 'attempts' | 'last_error'>

const ofSubject = statement(
  'job.of_subject',
  `
select x.id, x.state, x.due_at, x.attempts, x.last_error, x.subject
from job x
where x.tenant_id = $1
  and ${firstFrom(['x.kind', 'x.subject'], ['$2', '$3'])}`,
)

const lock = statement('job.lock_of_subject', `${ofSubject.text}\nfor update`)

/** The one job of a kind and subject; null without one. */
export function jobOfSubject(tx: TenantTx, kind: string, subject: string): Promise<JobOfSubject | null> {
  return found(tx, false, kind, subject)
}

/** Finds a job and keeps it as it is until the end of the transaction. */
export function lockJobOfSubject(tx: TenantTx, kind: string, subject: string): Promise<JobOfSubject | null> {
  return found(tx, true, kind, subject)
}

const states = statement(
  'job.states_of_subjects',
  `
select x.subject, x.state
from unnest($3::text[]) as requested(subject)
cross join lateral (
  select y.subject, y.state
  from job y
  where y.tenant_id = $1
    and ${firstFrom(['y.kind', 'y.subject'], ['$2', 'requested.subject'])}
) as x
where x.subject = requested.subject`,
)

/** The states of the jobs of a kind, by their subjects. */
export async function statesOfJobs(
  tx: TenantTx,
  kind: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, JobState>> {
  const rows = await tx.rows<{ subject: string; state: JobState }>(states, [kind, subjects])
  return new Map(rows.map((it) => [it.subject, it.state]))
}

async function found(tx: TenantTx, isLocked: boolean, kind: string, subject: string) {
  const [row] = await tx.rows<JobOfSubject & { subject: string }>(isLocked ? lock : ofSubject, [
    kind,
    subject,
  ])
  // The statement finds the next subject where this one has no job.
  return row?.subject === subject ? row : null
}
