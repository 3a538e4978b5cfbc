import { ApiError } from '@goodword/client'
import { CommandError, exitCodes, Interrupted, UsageError } from './command.ts'
import { withoutKeys } from './terminal/safe-text.ts'

export type Failure = {
  /** A code of the API or of its client, or `USAGE`, `REFUSED`, `INTERRUPTED` or `FAILED` of the command line. */
  readonly code: string
  readonly message: string
  readonly requestId?: string
  readonly exitCode: number
}

/** What to say of what a command threw. It holds no key. */
export function failureOf(error: unknown, env: NodeJS.ProcessEnv): Failure {
  const failure = described(error)
  const stack = env.GOODWORD_DEBUG && error instanceof Error ? `\n${error.stack}` : ''
  return { ...failure, message: withoutKeys(failure.message + stack) }
}

function described(error: unknown): Failure {
  if (error instanceof UsageError) {
    return { code: 'USAGE', message: error.message, exitCode: exitCodes.usage }
  }
  if (error instanceof CommandError) {
    return { code: 'REFUSED', message: error.message, exitCode: exitCodes.refused }
  }
  if (error instanceof ApiError) return ofApi(error)
  if (error instanceof Interrupted) {
    return { code: 'INTERRUPTED', message: error.message, exitCode: exitCodes.interrupted }
  }
  // A server that is not the service may answer anything, and the parts of its answer are not what they should be.
  const message = `The command failed: ${error instanceof Error ? error.message : String(error)}. If the URL is that of a Goodword service, GOODWORD_DEBUG=1 shows where.`
  return { code: 'FAILED', message, exitCode: exitCodes.refused }
}

function ofApi({ code, message, status, requestId }: ApiError): Failure {
  const id = requestId === null ? {} : { requestId }
  if (code === 'NO_ANSWER' || isAway(status)) {
    const advice =
      'Check that the service runs, and its URL: that of --url, of GOODWORD_URL or of goodword profiles.'
    return { code, message: `${message} ${advice}`, ...id, exitCode: exitCodes.unreachable }
  }
  return { code, message: messageOf(code, message), ...id, exitCode: exitCodes.refused }
}

function isAway(status: number | null): boolean {
  return status !== null && [502, 503, 504].includes(status)
}

function messageOf(code: string, message: string): string {
  // The message of the API is for those who send the key themselves.
  if (code === 'UNAUTHORIZED') {
    return 'The service does not accept this key: it is of another program, was revoked, or was not copied as a whole. Log in again with: goodword login'
  }
  if (code === 'INSUFFICIENT_SCOPE') {
    return `${message} Log in with a key that has it: goodword login --profile <name>`
  }
  return message
}
