import { ProcessorError } from '../../connectors/processor-error.ts'

/**
 * Returns null, as a handler of `catch`, for a failure after which the same call is repeated. @throws every other
 * error
 */
export function nullIfRetryable(error: unknown): null {
  if (error instanceof ProcessorError && error.retryable) return null
  throw error
}
