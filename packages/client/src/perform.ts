import { ApiError } from './api-error.ts'
import type { CallOptions, SignalState } from './call-options.ts'
import type { HttpRequest, Operation } from './request.ts'

/** The part of the standard `fetch` that the client needs. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly redirect: 'manual'
    readonly signal: SignalState
  },
) => Promise<{
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}>

/** Runs a function once, later; returns a function that stops it. */
export type StartTimer = (run: () => void, afterMs: number) => () => void

/** The settings of a call's attempts. */
export type Settings = {
  readonly retries: number
  readonly timeoutMs: number
  readonly fetch: Fetch
  readonly startTimer: StartTimer
  readonly random: () => number
}

/** Sends a request until it is answered for good; rejects with the reason of the signal once that is aborted. */
export async function perform(
  operation: Operation,
  request: HttpRequest,
  { signal: given, ...settings }: Settings & Pick<CallOptions, 'signal'>,
): Promise<unknown> {
  // Where the platform's types are unknown, the type of a signal says nothing about it.
  const signal = given as SignalState | undefined
  for (let retry = 0; ; retry += 1) {
    if (signal?.aborted === true) throw signal.reason
    try {
      return replyOf(operation, await exchange(request, settings, signal))
    } catch (failure) {
      const waitMs = retry < settings.retries ? waitBeforeRetry(failure, retry, settings.random) : null
      if (waitMs === null) throw failure
      await pause(waitMs, settings.startTimer, signal)
    }
  }
}

/** One attempt, up to the last byte of its answer. */
async function exchange(
  request: HttpRequest,
  settings: Settings,
  signal: SignalState | undefined,
): Promise<HttpAnswer> {
  const { method, url, headers, body } = request
  const abortion = new AbortController()
  const abort = () => abortion.abort()
  const stopTimer = settings.startTimer(abort, settings.timeoutMs)
  signal?.addEventListener('abort', abort)
  try {
    const answer = await settings.fetch(url, {
      method,
      headers: { ...headers },
      ...(body === null ? {} : { body }),
      // A redirect followed would send the request, and perhaps the key, to another server.
      redirect: 'manual',
      signal: abortion.signal,
    })
    return {
      status: answer.status,
      requestId: answer.headers.get('x-request-id'),
      retryAfter: answer.headers.get('retry-after'),
      text: await answer.text(),
    }
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason
    const message = abortion.signal.aborted
      ? `The service did not answer within ${settings.timeoutMs} ms.`
      : 'The service could not be reached, or its response was incomplete.'
    throw new ApiError({ code: 'NO_ANSWER', message, cause })
  } finally {
    stopTimer()
    signal?.removeEventListener('abort', abort)
  }
}

/** Waits before the next attempt, or until the signal is aborted. */
function pause(waitMs: number, startTimer: StartTimer, signal: SignalState | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      stopTimer()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const stopTimer = startTimer(end, waitMs)
    signal?.addEventListener('abort', end)
  })
}

// Of every browser and of Node since 16.
declare const AbortController: new () => { readonly signal: SignalState; readonly abort: () => void }

const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 8_000
/** A longer wait is left to the caller. */
const MAX_RETRY_AFTER_SECONDS = 60

// The statuses of a proxy that cannot reach the service, and of a service that is temporarily unavailable.
const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504]

/**
 * How long to wait before the next attempt, or null if there is to be none. `retry` counts from 0. A `Retry-After` is
 * kept and a little added, so that many who wait do not come back at once; otherwise waits double, half of each by
 * chance. `random` gives a number from 0 to below 1.
 */
export function waitBeforeRetry(failure: unknown, retry: number, random: () => number): number | null {
  if (!(failure instanceof ApiError) || !mayPass(failure)) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** retry, MAX_WAIT_MS)
  const jittered = wait / 2 + (wait / 2) * random()
  if (failure.retryAfterSeconds === null) return jittered
  if (failure.retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return null
  return failure.retryAfterSeconds * 1000 + FIRST_WAIT_MS * random()
}

/** Every operation may be repeated: by its state, or by the key that the client gives it. */
function mayPass({ code, status }: ApiError): boolean {
  if (code === 'NO_ANSWER' || code === 'IDEMPOTENCY_KEY_IN_FLIGHT') return true
  return status !== null && PASSING_STATUSES.includes(status)
}

/** The parts of an HTTP answer that the client reads. */
type HttpAnswer = {
  readonly status: number
  readonly requestId: string | null
  readonly retryAfter: string | null
  readonly text: string
}

/**
 * The result of a call: the answer, with its status where the operation has several.
 *
 * @throws ApiError for every other status
 */
function replyOf({ successStatuses }: Operation, answer: HttpAnswer): unknown {
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
