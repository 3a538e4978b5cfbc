import { TaskCancelledError } from 'cockatiel'
import { type CallKind, outcomeOf } from '../../limited-calls.ts'
import { ProcessorError, type ProcessorErrorCode } from '../../processor-error.ts'
import { permissionFor } from './permissions.ts'

/**
 * How long after an unknown outcome a write must not be repeated: Stripe may carry out what it has received after it stopped
 * answering.
 */
const UNKNOWN_OUTCOME_MS = 60_000

type Failure = { readonly code: ProcessorErrorCode; readonly message: string; readonly isClean?: true }

const byStatus: Readonly<Record<number, Failure>> = {
  401: {
    code: 'CREDENTIALS_REJECTED',
    message: 'Stripe rejected the API key. Enter a current restricted key of the account.',
  },
  403: {
    code: 'PERMISSION_DENIED',
    message: 'Stripe denied the request. Edit the restricted key in the Dashboard.',
  },
  404: { code: 'NOT_FOUND', message: 'Stripe does not have what the request names.' },
  408: { code: 'TIMED_OUT', message: 'Stripe ended a request that took too long.' },
  409: { code: 'UNAVAILABLE', message: 'Stripe is still busy with an equal request.' },
  429: { code: 'RATE_LIMITED', message: 'Stripe limits the number of requests.' },
}

const failed: Failure = { code: 'UNAVAILABLE', message: 'Stripe failed with an internal error.' }
const locked: Failure = {
  code: 'UNAVAILABLE',
  message: 'Another request is changing the same object at Stripe.',
  isClean: true,
}
const late: Failure = { code: 'TIMED_OUT', message: 'Stripe did not answer in time.' }
const unreachable: Failure = { code: 'UNAVAILABLE', message: 'Stripe cannot be reached.', isClean: true }
const disconnected: Failure = { code: 'UNAVAILABLE', message: 'The connection to Stripe failed.' }
const unreadable: Failure = { code: 'MALFORMED', message: 'Stripe’s response could not be read.' }

/** Nothing was sent if there was no connection. */
const unsent: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** The meaning of an operation's error. The SDK's error is not its cause: it holds the response. */
export function processorErrorOf(error: unknown, kind: CallKind, operation: string): ProcessorError {
  if (error instanceof ProcessorError) return error
  const { code, message, isClean } = failureOf(error)
  const missing = code === 'PERMISSION_DENIED' ? permissionFor(operation, textOf(error, 'message')) : null
  const processorCode = textOf(error, 'code')
  return new ProcessorError(code, {
    message: missing?.message ?? message,
    ...(missing === null ? {} : { missing }),
    ...outcomeOf(code, kind === 'write' && isClean !== true, UNKNOWN_OUTCOME_MS),
    processorCodes: processorCode === '' ? [] : [processorCode],
  })
}

function failureOf(error: unknown): Failure {
  if (error instanceof TaskCancelledError) return late
  if (!(error instanceof Error)) return unreadable
  const status = Reflect.get(error, 'statusCode')
  if (typeof status === 'number') return failureOfStatus(status, textOf(error, 'code'))
  return Reflect.get(error, 'type') === 'StripeConnectionError' ? ofConnection(error) : unreadable
}

function failureOfStatus(status: number, code: string): Failure {
  if (code === 'lock_timeout') return locked
  const known = byStatus[status]
  if (known !== undefined) return known
  if (status >= 500) return failed
  const about = code === '' ? '' : ` with the code ${code}`
  return { code: 'REJECTED', message: `Stripe rejected the request${about}.` }
}

function ofConnection(error: Error): Failure {
  const detail: unknown = Reflect.get(error, 'detail')
  const code = detail instanceof Error ? Reflect.get(detail, 'code') : null
  if (code === 'ETIMEDOUT') return late
  return unsent.has(code) ? unreachable : disconnected
}

function textOf(error: unknown, field: string): string {
  const text: unknown = error instanceof Error ? Reflect.get(error, field) : null
  return typeof text === 'string' ? text : ''
}
