import { ApiError } from './api-error.ts'
import type { Operation } from './request.ts'

/** What of an HTTP answer the client reads. */
export type HttpAnswer = {
  readonly status: number
  readonly requestId: string | null
  readonly retryAfter: string | null
  readonly text: string
}

/**
 * What a call resolves to: the answer, with its status where the operation has several.
 *
 * @throws ApiError for every other status
 */
export function replyOf({ successStatuses }: Operation, answer: HttpAnswer): unknown {
  const body = parsed(answer.text)
  if (!isObject(body)) throw foreignAnswer(answer)
  if (!successStatuses.includes(answer.status)) throw refusalOf(answer, body)
  return successStatuses.length > 1 ? { status: answer.status, answer: body } : body
}

function refusalOf(answer: HttpAnswer, body: Readonly<Record<string, unknown>>): ApiError {
  const { apiErrorCode, message, param, requestId, docUrl } = body
  if (typeof apiErrorCode !== 'string' || typeof message !== 'string') return foreignAnswer(answer)
  return new ApiError({
    code: apiErrorCode,
    message,
    status: answer.status,
    param: textOrNull(param),
    requestId: textOrNull(requestId) ?? answer.requestId,
    retryAfterSeconds: secondsOf(answer.retryAfter),
    docUrl: textOrNull(docUrl),
  })
}

/** The body is not included: it may be a page of any size. */
function foreignAnswer({ status, requestId, retryAfter }: HttpAnswer): ApiError {
  return new ApiError({
    code: 'FOREIGN_ANSWER',
    message: `The response with status ${status} is not from the API. Check the base URL and any proxy in between.`,
    status,
    requestId,
    retryAfterSeconds: secondsOf(retryAfter),
  })
}

/** The service gives seconds; a date, which a proxy may give, is not read. */
function secondsOf(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
