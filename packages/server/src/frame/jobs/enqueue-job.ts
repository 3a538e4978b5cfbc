import { insertJobs } from '../../engine/job-table/enqueued-jobs.ts'
import { signalJobsReady } from '../../engine/signals/job-signal.ts'
import { currentActivity, formatTraceParent } from '../../engine/tracing/tracing.ts'
import type { Transaction } from '../context.ts'
import type { JobKind } from './job-kind.ts'

export type JobRequest = {
  readonly kind: JobKind
  /**
   * The record that the job is about, such as a key of ours; `loggedSubject` says how the log names it. A tenant has one
   * job of each kind and subject.
   */
  readonly subject: string
  /** When it is to run at the latest, in milliseconds of the tenant's clock; at once without. */
  readonly dueAt?: number
}

/**
 * Asks for a job in the transaction whose effect it has to carry out: it runs if and only if that is committed. One
 * statement, which is not waited for. A job that is there already runs at the earlier of both times; one that is running
 * runs again afterwards; one that was given up starts anew.
 *
 * The job's row is locked until the transaction ends: lock other rows first, and enqueue last.
 */
export function enqueueJob(tx: Transaction, request: JobRequest): void {
  enqueueJobs(tx, [request])
}

/** Enqueues many jobs of the tenant as `enqueueJob` does, in one statement. */
export function enqueueJobs(tx: Transaction, requests: readonly JobRequest[]): void {
  if (requests.length === 0) return
  const traceParent = formatTraceParent(currentActivity()?.span?.spanContext() ?? null)
  const jobs = [...earliest(requests, tx.now).values()].map(({ kind, subject, dueAt }) => {
    return {
      id: tx.newId<string>(),
      kind,
      subject,
      delayMs: dueAt - tx.now,
      aheadMs: tx.aheadMs,
      traceParent,
    }
  })
  insertJobs(tx, jobs)
  if (jobs.some((it) => it.delayMs <= 0)) tx.afterCommit(signalJobsReady)
}

type TimedRequest = Required<JobRequest>

/** One request for each job, in an order that all transactions share: they lock stored jobs. */
function earliest(requests: readonly JobRequest[], now: number): Map<string, TimedRequest> {
  const found = new Map<string, TimedRequest>()
  for (const { kind, subject, dueAt = now } of requests) {
    const key = `${kind} ${subject}`
    const other = found.get(key)?.dueAt ?? dueAt
    found.set(key, { kind, subject, dueAt: Math.min(dueAt, other) })
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}
