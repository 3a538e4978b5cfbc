import { ProcessorError } from '../../connectors/connector.ts'

/** For `catch`: null for a failure after which the same call is repeated. @throws every other error */
export function nullIfRetryable(error: unknown): null {
  if (error instanceof ProcessorError && error.retryable) return null
  throw error
}
