import type { FastifyInstance, FastifyRequest } from 'fastify'
import { overloaded } from '../../../engine/foundation/load-shedding-error.ts'
import { TooLate } from './connections.ts'

/** All requests fail alike in an outage: one line per interval has the error, and the next the number of repeats. */
const REPEAT_MS = 1000

type Repeats = { count: number }

/** Failures that were logged less than a second ago, by their kind. */
const recent = new WeakMap<FastifyInstance, Map<string, Repeats>>()

/**
 * Logs unexpected failures of requests. Defects get a line each; temporary failures, such as an unavailable
 * database, one per second and kind.
 */
export function logFailure(request: FastifyRequest, error: unknown): void {
  // Load shedding is counted, and logged once a second with the number.
  if (error === overloaded) return
  const kind = kindOf(error)
  if (kind === null) {
    request.log.error({ err: error }, 'unexpected error')
    return
  }
  const repeats = repeatsOf(request.server, kind)
  if (repeats === null) request.log.error({ err: error }, kind)
  else repeats.count += 1
}

/** The name of a temporary failure; null for a defect. */
function kindOf(error: unknown): string | null {
  if (error instanceof TooLate) return 'request timed out'
  if (!(error instanceof Error) || !('retryable' in error) || error.retryable !== true) return null
  return error.name === 'DatabaseUnavailable'
    ? `database unavailable: ${error.message}`
    : `request failed: ${error.message}`
}

/** The counter of a failure that was logged a moment ago; null if it is to be logged now. */
function repeatsOf(app: FastifyInstance, kind: string): Repeats | null {
  const kinds = recent.get(app) ?? new Map<string, Repeats>()
  recent.set(app, kinds)
  const known = kinds.get(kind)
  if (known !== undefined) return known
  const repeats = { count: 0 }
  kinds.set(kind, repeats)
  setTimeout(() => {
    kinds.delete(kind)
    if (repeats.count > 0) app.log.error({ repeated: repeats.count }, kind)
  }, REPEAT_MS).unref()
  return null
}
