import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../frame/context.ts'
import type { JobKind } from '../frame/jobs/job-kind.ts'

export type JobRun = {
  /** The number of runs since the last success, from 1 on. */
  readonly attempt: number
  /** Aborted when the run takes too long, when its lease was lost, and when the process cannot wait any longer. */
  readonly signal: AbortSignal
}

/** When a job is to run next, in milliseconds of the tenant's clock. */
export type RunAgain = { readonly again: number }

/**
 * Does the work of one job: calls one operation. A job runs at least once, and never twice at a time, so its effects must
 * be idempotent. Null when it is done. Throwing runs it again with backoff; an error with `retryable: false` gives it up,
 * and one with `retryAfterMs` is waited for that long at least.
 */
export type JobHandler = {
  readonly run: (ctx: Context, tenantId: TenantId, subject: string, run: JobRun) => Promise<RunAgain | null>
  /** How long a run may take; a minute without. */
  readonly timeLimitMs?: number
  /** How long after a run the next run of a recurring job begins. It is never given up. */
  readonly everyMs?: number
  /**
   * Whether a run waits most of its time for systems of others, such as webhook receivers: it then takes none of the slots
   * that other jobs need, and moving a test clock does not wait for it.
   */
  readonly isExternal?: (ctx: Context, tenantId: TenantId) => boolean
  /** Whether it runs every few seconds in a busy service: a run that succeeded is then logged at the level debug. */
  readonly isFrequent?: true
}

/** The kinds of a tenant's jobs that are external. */
export function externalKinds(
  { ctx, handlers }: { readonly ctx: Context; readonly handlers: JobHandlers },
  tenantId: TenantId,
): readonly string[] {
  return Object.entries(handlers).flatMap(([kind, { isExternal }]) =>
    isExternal?.(ctx, tenantId) === true ? [kind] : [],
  )
}

export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>
