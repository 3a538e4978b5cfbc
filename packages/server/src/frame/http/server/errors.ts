import { type RefusalStatuses, statusOfCode } from '@goodword/contract/frame/endpoint'
import { type ApiError, documentationOf, type ErrorCode, errors } from '@goodword/contract/frame/errors'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TooLate } from './connections.ts'
import { logFailure } from './log-failure.ts'

const RETRY_AFTER_SECONDS = 2

/** Sends any error in the shape of all errors. Unexpected errors are logged with the request ID. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
): void {
  const refusal = refusalFor(error, request)
  request.refusal = { code: refusal.code, param: refusal.param, cause: refusal.cause }
  // An address that the router cannot read has no options.
  const statuses: RefusalStatuses | undefined = request.routeOptions?.config?.statuses
  const status = statusOfCode(refusal.code, statuses)
  // A refusal is intended, also with a 5xx status.
  const isFailure = !(error instanceof Refusal) && status >= 500
  if (isFailure) logFailure(request, error)
  for (const [name, value] of Object.entries(headersOf(refusal, request))) reply.header(name, value)
  reply
    .code(status)
    // Hooks that set it do not run for addresses the router cannot read.
    .header('X-Request-Id', request.id)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(refusal, request.id, baseUrl, status))
}

export function errorBody(
  refusal: Refusal,
  requestId: string,
  baseUrl: string,
  status: number = errors[refusal.code].status,
): ApiError {
  return {
    statusCode: status,
    apiErrorCode: refusal.code,
    message: refusal.message,
    param: refusal.param,
    requestId,
    docUrl: documentationOf(refusal.code, baseUrl),
  }
}

/** A refusal with the message of the error table, for errors without details. */
export function plainRefusal(code: ErrorCode, retryAfterSeconds: number | null = null): Refusal {
  return new Refusal(code, `${errors[code].title}. ${errors[code].remedy}`, null, retryAfterSeconds)
}

/**
 * The refusal for an error: a refusal as it is, errors of the framework by their code, an external failure that
 * is `retryable` as 503, and everything else as an internal error without its message.
 */
function refusalFor(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof TooLate) return tooLate(request)
  if (error instanceof Error) {
    if ('retryable' in error && error.retryable === true) {
      return plainRefusal('SERVICE_UNAVAILABLE', RETRY_AFTER_SECONDS)
    }
    const frameworkCode = 'code' in error ? error.code : undefined
    const code = typeof frameworkCode === 'string' ? frameworkCodes.get(frameworkCode) : undefined
    if (code !== undefined) return plainRefusal(code)
  }
  return plainRefusal('INTERNAL_ERROR')
}

/** A timeout is the client’s fault (408) if the body was not complete, otherwise ours (503). */
export function tooLate({ raw, headers }: FastifyRequest): Refusal {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !raw.complete
    ? plainRefusal('REQUEST_TIMEOUT')
    : plainRefusal('SERVICE_UNAVAILABLE', RETRY_AFTER_SECONDS)
}

const frameworkCodes: ReadonlyMap<string, ErrorCode> = new Map([
  ['FST_ERR_BAD_URL', 'MALFORMED_REQUEST'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'URI_TOO_LONG'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'MALFORMED_REQUEST'],
  // The client closed the connection while sending the body.
  ['ECONNRESET', 'MALFORMED_REQUEST'],
])

function headersOf(refusal: Refusal, { headers }: FastifyRequest): Readonly<Record<string, string>> {
  switch (refusal.code) {
    case 'UNAUTHORIZED':
      // To a page of the portal, Basic would make the browser show its password dialog.
      return headers['sec-fetch-site'] === 'same-origin'
        ? { 'WWW-Authenticate': 'Session realm="goodword"' }
        : { 'WWW-Authenticate': 'Basic realm="goodword", charset="UTF-8"' }
    case 'SIGN_IN_FAILED':
      return { 'WWW-Authenticate': 'Session realm="goodword"' }
    case 'SIGNATURE_REQUIRED':
    case 'SIGNATURE_INVALID':
      // Not Basic: a browser would show its password dialog.
      return { 'WWW-Authenticate': 'Bearer realm="goodword"' }
    case 'PAYLOAD_TOO_LARGE':
    case 'REQUEST_TIMEOUT':
      // The rest of the body is not read.
      return { Connection: 'close' }
    default:
      return refusal.retryAfterSeconds === null ? {} : { 'Retry-After': `${refusal.retryAfterSeconds}` }
  }
}
