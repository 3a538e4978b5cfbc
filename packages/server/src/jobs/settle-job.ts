import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { DatabaseUnavailable } from '../engine/driver/database-error.ts'
import {
  finishJob,
  giveJobUp,
  type HeldJob,
  putJobBack,
  releaseJob,
  retryJobLater,
} from '../engine/job-table/settled-jobs.ts'
import { serializeError } from '../engine/logging/serialize-error.ts'
import type { Context, Transaction } from '../frame/context.ts'
import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts'
import type { RunAgain } from './job-handler.ts'

/** How a run ended. */
export type RunEnd =
  | { readonly kind: 'succeeded'; readonly result: RunAgain | null }
  | { readonly kind: 'threw'; readonly error: unknown }
  /** The process had to stop first. */
  | { readonly kind: 'stopped' }
  /** This release has no handler for it: a newer one does, or an older one did. */
  | { readonly kind: 'unknown kind' }

export type JobOutcome =
  | 'succeeded'
  | 'rescheduled'
  | 'retried'
  | 'failed'
  | 'released'
  | 'skipped'
  | 'lease_lost'

export type SettledJob = HeldJob & {
  readonly attempt: number
  /** Null unless the job is recurring. */
  readonly everyMs: number | null
}

export type SettleOptions = {
  /** A random number from 0 up to 1. */
  readonly random: () => number
  /** Ends the attempts to store it. */
  readonly isUseless: () => boolean
}

const UNKNOWN_KIND_DELAY_MS = 60_000
const MAX_ERROR = 500
const RETRY_EVERY_MS = 500

/**
 * Stores how a run ended; returns the outcome. While the database is unavailable it is retried, until the lease is lost or the
 * process ends; the job then runs once more, which its handler must allow.
 */
export async function settleJob(
  ctx: Context,
  tenantId: TenantId,
  job: SettledJob,
  end: RunEnd,
  { random, isUseless }: SettleOptions,
): Promise<JobOutcome> {
  const { outcome, write } = settlementOf(job, end, random)
  for (;;) {
    try {
      return (await ctx.writeTenant(tenantId, write)) ? outcome : 'lease_lost'
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      if (isUseless()) return 'lease_lost'
      await pause(RETRY_EVERY_MS * (0.5 + random()))
    }
  }
}

type Settlement = { readonly outcome: JobOutcome; readonly write: (tx: Transaction) => Promise<boolean> }

function settlementOf(job: SettledJob, end: RunEnd, random: () => number): Settlement {
  switch (end.kind) {
    case 'succeeded': {
      const { everyMs } = job
      const again = end.result?.again ?? null
      if (everyMs === null && again === null)
        return { outcome: 'succeeded', write: (tx) => finishJob(tx, job, null) }
      // Counted from the database's now: a machine whose clock is wrong would put the next run off, or never wait.
      const delayOf = ({ now, aheadMs }: Transaction) =>
        aheadMs + (everyMs ?? Math.max(0, (again ?? now) - now))
      const outcome = everyMs === null ? 'rescheduled' : 'succeeded'
      return { outcome, write: (tx) => finishJob(tx, job, delayOf(tx)) }
    }
    case 'threw': {
      const error = errorText(end.error)
      const isRecurring = job.everyMs !== null
      if (!isRecurring && (isFinal(end.error) || job.attempt >= MAX_ATTEMPTS)) {
        return { outcome: 'failed', write: (tx) => giveJobUp(tx, job, error) }
      }
      const backoffMs = retryDelayMs(job.attempt, random(), retryAfterOf(end.error))
      const delayMs = Math.min(backoffMs, job.everyMs ?? backoffMs)
      return { outcome: 'retried', write: (tx) => retryJobLater(tx, job, tx.aheadMs + delayMs, error) }
    }
    case 'stopped':
      return { outcome: 'released', write: (tx) => releaseJob(tx, job) }
    case 'unknown kind':
      return {
        outcome: 'skipped',
        write: (tx) => putJobBack(tx, job, tx.aheadMs + UNKNOWN_KIND_DELAY_MS),
      }
  }
}

/** An error says itself that trying again is of no use. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'retryable') === false
}

function retryAfterOf(error: unknown): number {
  const delay = error instanceof Error ? Reflect.get(error, 'retryAfterMs') : undefined
  return typeof delay === 'number' && delay > 0 ? delay : 0
}

/** The text of an error that is stored beside the job, and shown to the operator. */
function errorText(error: unknown): string {
  const { type, code, message } = serializeError(error)
  return `${code ?? type}: ${message}`.slice(0, MAX_ERROR)
}
