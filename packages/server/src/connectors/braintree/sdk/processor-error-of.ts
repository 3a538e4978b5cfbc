import { TaskCancelledError } from 'cockatiel'
import { type CallKind, outcomeOf } from '../../limited-calls.ts'
import { ProcessorError, type ProcessorErrorCode } from '../../processor-error.ts'
import { permissionFor } from './permissions.ts'

/**
 * How long after an unknown outcome a write must not be repeated: the processor may carry out what it has received after it
 * stopped answering. Repeating sooner could refund twice.
 */
const UNKNOWN_OUTCOME_MS = 60_000

type Failure = { readonly code: ProcessorErrorCode; readonly message: string; readonly isClean?: true }

/** The SDK's error types whose meaning does not depend on the message. */
const failures: Readonly<Record<string, Failure>> = {
  authenticationError: {
    code: 'CREDENTIALS_REJECTED',
    message: 'Braintree rejected the API keys. Enter the current public and private key of the merchant.',
  },
  authorizationError: {
    code: 'PERMISSION_DENIED',
    message:
      'Braintree denied the request. Give the role of the API key’s user the permission in the Control Panel.',
  },
  notFoundError: { code: 'NOT_FOUND', message: 'Braintree does not have what the request names.' },
  requestTimeoutError: { code: 'TIMED_OUT', message: 'Braintree ended a request that took too long.' },
  tooManyRequestsError: { code: 'RATE_LIMITED', message: 'Braintree limits the number of requests.' },
  serverError: { code: 'UNAVAILABLE', message: 'Braintree failed with an internal error.' },
  serviceUnavailableError: { code: 'UNAVAILABLE', message: 'Braintree is unavailable.' },
  gatewayTimeoutError: { code: 'UNAVAILABLE', message: 'Braintree’s gateway timed out.' },
  upgradeRequired: { code: 'REJECTED', message: 'Braintree no longer supports this version of its library.' },
}

const unreadable: Failure = { code: 'MALFORMED', message: 'Braintree’s response could not be read.' }

/** Nothing was sent if there was no connection. */
const connectionFailure = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/

/** The meaning of an error of an SDK operation. The SDK distinguishes only some errors by type, the others by message. */
export function processorErrorOf(error: unknown, kind: CallKind, operation: string): ProcessorError {
  if (error instanceof ProcessorError) return error
  const { code, message, isClean } = failureOf(error)
  const missing = code === 'PERMISSION_DENIED' ? permissionFor(operation) : undefined
  return new ProcessorError(code, {
    message: missing?.message ?? message,
    ...(missing === undefined ? {} : { missing }),
    cause: error,
    ...outcomeOf(code, kind === 'write' && isClean !== true, UNKNOWN_OUTCOME_MS),
  })
}

function failureOf(error: unknown): Failure {
  if (error instanceof TaskCancelledError)
    return { code: 'TIMED_OUT', message: 'Braintree did not answer in time.' }
  if (!(error instanceof Error)) return unreadable
  const type = Reflect.get(error, 'type')
  if (type === 'unexpectedError') return transportFailure(error.message)
  return (typeof type === 'string' ? failures[type] : undefined) ?? unreadable
}

function transportFailure(message: string): Failure {
  if (/HTTP response: 4\d\d$/.test(message))
    return { code: 'REJECTED', message: 'Braintree did not accept the form of the request.' }
  if (message === 'Request timed out')
    return { code: 'TIMED_OUT', message: 'Braintree did not answer in time.' }
  if (connectionFailure.test(message))
    return { code: 'UNAVAILABLE', message: 'Braintree cannot be reached.', isClean: true }
  return { code: 'UNAVAILABLE', message: 'The connection to Braintree failed.' }
}
