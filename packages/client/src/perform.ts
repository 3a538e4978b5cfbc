import { ApiError } from './api-error.ts'
import type { CallOptions, SignalState } from './call-options.ts'
import type { HttpRequest, Operation } from './request.ts'
import { type HttpAnswer, replyOf } from './response.ts'
import { waitBeforeRetry } from './retry.ts'

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

/** Runs something once, later; what it gives back stops it. */
export type StartTimer = (run: () => void, afterMs: number) => () => void

/** What the attempts of a call depend on. */
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
