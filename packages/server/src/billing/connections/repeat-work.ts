import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import { ProcessorError } from '../../connectors/processor-error.ts'
import { hasUsedCalls, nextCallDay } from './call-processor.ts'
import type { OpenConnection } from './processor-client.ts'

type Repeated = {
  /** The time of the tenant's clock. */
  readonly now: number
  readonly afterErrorMs: number
  /** The work is not postponed to the next day when the calls of this one are used up. */
  readonly isUrgent?: true
  readonly throws?: (error: ProcessorError) => boolean
}

/**
 * Does work at the processor that a job repeats by itself, which returns after how long. An outage of any length ends some time, and a
 * right is granted, so that it is repeated after an error too: the connection shows that.
 */
export async function repeatWork(
  { row }: OpenConnection,
  { now, afterErrorMs, isUrgent, throws }: Repeated,
  work: () => Promise<number | null>,
): Promise<{ readonly again: number } | null> {
  if (isUrgent !== true && hasUsedCalls(row, now)) return { again: nextCallDay(now) }
  try {
    const afterMs = await work()
    return afterMs === null ? null : { again: now + afterMs }
  } catch (error) {
    if (!(error instanceof ProcessorError) || throws?.(error) === true) throw error
    return { again: now + afterErrorMs }
  }
}

/** The move of a test clock waits for repeated work; in live mode it is done by the next run. */
export function isTriedAgain(tenantId: TenantId, error: ProcessorError, isLastAttempt: boolean): boolean {
  return modeOf(tenantId) === 'test' && error.retryable && !isLastAttempt
}
