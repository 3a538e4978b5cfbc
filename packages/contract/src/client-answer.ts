import { ApiFailure } from './api-failure.ts'
import type { Endpoint } from './endpoint.ts'

/** What of an HTTP answer the client reads. */
export type HttpAnswer = {
  readonly status: number
  readonly requestId: string | null
  readonly retryAfter: string | null
  readonly text: string
}

/**
 * What a call resolves to: the answer, with its status where the endpoint has several.
 *
 * @throws ApiFailure for whatever is no success
 */
export function replyOf(endpoint: Endpoint, answer: HttpAnswer): unknown {
  const statuses = Object.keys(endpoint.success)
  const body = parsed(answer.text)
  if (!isObject(body)) throw foreignAnswer(answer)
  if (!statuses.includes(`${answer.status}`)) throw refusalOf(answer, body)
  return statuses.length > 1 ? { status: answer.status, answer: body } : body
}

function refusalOf(answer: HttpAnswer, body: Readonly<Record<string, unknown>>): ApiFailure {
  const { apiErrorCode, message, param, requestId, docUrl } = body
  if (typeof apiErrorCode !== 'string' || typeof message !== 'string') return foreignAnswer(answer)
  return new ApiFailure({
    code: apiErrorCode,
    message,
    status: answer.status,
    param: textOrNull(param),
    requestId: textOrNull(requestId) ?? answer.requestId,
    retryAfterSeconds: secondsOf(answer.retryAfter),
    docUrl: textOrNull(docUrl),
  })
}

/** Its text is not told: it may be a page of any size. */
function foreignAnswer({ status, requestId, retryAfter }: HttpAnswer): ApiFailure {
  return new ApiFailure({
    code: 'FOREIGN_ANSWER',
    message: `The answer with status ${status} is not one of the API. Check the base URL, and what stands between.`,
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
