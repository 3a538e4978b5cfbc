import { byKey } from '../driver/by-key.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

/** A run of a job: nothing is changed for one whose lease was lost. */
export type HeldJob = { readonly id: string; readonly lease: string }

// Due times are counted from the database's now, and the delays include what the tenant's clock is ahead of it.
//
// Locked first and changed by its place then, because the plan of an update by key is not certain on an empty table. The
// statements travel together, and none of them sees another transaction's change in between.
const lock = statement(
  'job.lock_run',
  `
select x.id
from job x
where x.tenant_id = $1
  and x.lease = $3
  and ${byKey('x.id', '$2')}
for update`,
)

const isHeld = `x.tenant_id = $1
  and x.lease = $3
  and x.ctid = (
    select y.ctid
    from job y
    where y.tenant_id = $1
      and ${byKey('y.id', '$2')}
  )`

const remove = statement(
  'job.remove',
  `
delete from job x
where ${isHeld}
  and x.due_at is null`,
)

const reschedule = statement(
  'job.reschedule',
  `
update job x
set state = 'WAITING',
  changed_at = now(),
  due_at = least(x.due_at, now() + $4::interval),
  lease = null,
  leased_until = null,
  attempts = 0,
  last_error = null
where ${isHeld}`,
)

/**
 * Ends a run that succeeded: the job is removed, unless it is to run again after a delay that the run named, or because it
 * was asked for in the meantime. False when the lease was lost.
 */
export async function finishJob(
  tx: TenantTx,
  { id, lease }: HeldJob,
  delayMs: number | null,
): Promise<boolean> {
  const held = tx.rows(lock, [id, lease])
  if (delayMs === null) tx.write(remove, [id, lease])
  tx.write(reschedule, [id, lease, delayMs === null ? null : `${delayMs} ms`])
  return (await held).length === 1
}

const retry = statement(
  'job.retry_later',
  `
update job x
set state = 'WAITING',
  changed_at = now(),
  due_at = now() + $4::interval,
  lease = null,
  leased_until = null,
  last_error = $5
where ${isHeld}`,
)

/** Ends a run that failed: the job is to run again after the delay. False when the lease was lost. */
export async function retryJobLater(
  tx: TenantTx,
  { id, lease }: HeldJob,
  delayMs: number,
  error: string,
): Promise<boolean> {
  const held = tx.rows(lock, [id, lease])
  tx.write(retry, [id, lease, `${delayMs} ms`, error])
  return (await held).length === 1
}

const giveUp = statement(
  'job.give_up',
  `
update job x
set state = case when x.due_at is null then 'FAILED' else 'WAITING' end,
  changed_at = now(),
  lease = null,
  leased_until = null,
  attempts = case when x.due_at is null then x.attempts else 0 end,
  last_error = $4
where ${isHeld}`,
)

/** Ends a run that failed for good. A job that was asked for in the meantime starts anew. False when the lease was lost. */
export async function giveJobUp(tx: TenantTx, { id, lease }: HeldJob, error: string): Promise<boolean> {
  const held = tx.rows(lock, [id, lease])
  tx.write(giveUp, [id, lease, error])
  return (await held).length === 1
}

const release = statement(
  'job.release',
  `
update job x
set state = 'READY',
  changed_at = now(),
  lease = null,
  leased_until = null,
  attempts = x.attempts - 1
where ${isHeld}`,
)

/** Gives a job back that was taken and not run to its end, as if it had not been taken. False when the lease was lost. */
export async function releaseJob(tx: TenantTx, { id, lease }: HeldJob): Promise<boolean> {
  const held = tx.rows(lock, [id, lease])
  tx.write(release, [id, lease])
  return (await held).length === 1
}

const putBack = statement(
  'job.put_back',
  `
update job x
set state = 'WAITING',
  changed_at = now(),
  due_at = now() + $4::interval,
  lease = null,
  leased_until = null,
  attempts = x.attempts - 1
where ${isHeld}`,
)

/** Gives a job back that this release cannot run, to be offered again after the delay. */
export async function putJobBack(tx: TenantTx, { id, lease }: HeldJob, delayMs: number): Promise<boolean> {
  const held = tx.rows(lock, [id, lease])
  tx.write(putBack, [id, lease, `${delayMs} ms`])
  return (await held).length === 1
}

const renew = statement(
  'job.renew',
  `
update job x
set leased_until = now() + $4::interval
where ${isHeld}`,
)

/** Makes the lease of a run last for so long from now. False when it was lost. */
export async function renewLease(tx: TenantTx, { id, lease }: HeldJob, ms: number): Promise<boolean> {
  const held = tx.rows(lock, [id, lease])
  tx.write(renew, [id, lease, `${ms} ms`])
  return (await held).length === 1
}
