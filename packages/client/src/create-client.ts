import { ApiError } from './api-error.ts'
import { listCall } from './list-call.ts'
import { type Client, operations } from './operations.generated.ts'
import { type CallInput, type Credentials, type HttpRequest, type Operation, requestOf } from './request.ts'
import { type HttpAnswer, replyOf } from './response.ts'
import { waitBeforeRetry } from './retry.ts'

export type ClientOptions = ClientSettings & Authentication

/** An API key, or in a page of the service itself the session of the staff who signed in there. */
type Authentication =
  | {
      /** Of the same program and mode. Belongs on servers: never put it into a page. */
      readonly apiKey: string
    }
  | { readonly session: true }

type ClientSettings = {
  /** Where the service is, such as `https://goodword.example.com`. */
  readonly baseUrl: string
  /** The program in one mode; test programs begin with `test_`. */
  readonly tenantAlias: string
  /** Maximum number of retries of a call. Defaults to 3; 0 disables retries. */
  readonly retries?: number
  /** Timeout of one attempt. Defaults to 30 seconds. */
  readonly timeoutMs?: number
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch
  /** Replaces the global timers. */
  readonly startTimer?: StartTimer
  /** Chance of the waits between attempts: a number from 0 to below 1. */
  readonly random?: () => number
}

/** The part of the standard `fetch` that the client needs. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body?: string
    readonly redirect: 'manual'
    readonly signal: Signal
  },
) => Promise<{
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}>

/** Runs something once, later; what it gives back stops it. */
export type StartTimer = (run: () => void, afterMs: number) => () => void

const RETRIES = 3
const TIMEOUT_MS = 30_000

/**
 * A client of the API for one program in one mode, with a method per operation:
 *
 *     const goodword = createClient({ baseUrl, tenantAlias: 'test_acme', apiKey })
 *     await goodword.syncAccount({ body: { id: 'acct_carol', referral: { code: 'BOBT4K9QX' } } })
 *     const { discountPercentage } = await goodword.lookUpCode({ params: { code: 'BOBT4K9QX' } })
 *
 * A call resolves to the answer, or to `{ status, answer }` where several statuses are a success, and rejects with an
 * `ApiError`. A list can be awaited, for one page, or iterated with `for await`, for all entries. What may pass by itself is tried again: no answer, 429, 502, 503, 504, and 409 while the same request is
 * still at work. That is safe, because repeats change nothing; where they would, the client sends an `Idempotency-Key`
 * of its own. Give your own `idempotencyKey` if you repeat a call yourself, such as after a crash.
 *
 * @throws TypeError if alias, key or base URL cannot be right; its message never holds the key
 */
export function createClient(options: ClientOptions): Client {
  const credentials = checkedCredentials(options)
  const settings: Settings = {
    retries: options.retries ?? RETRIES,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    startTimer: options.startTimer ?? startTimer,
    random: options.random ?? Math.random,
  }
  const call = async (operation: Operation, input: CallInput) =>
    perform(operation, requestOf(operation, withKey(operation, input), credentials), settings)
  const methods = Object.entries(operations).map(([name, operation]: [string, Operation]) => {
    const { list } = operation
    if (list === null) return [name, (input: CallInput = {}) => call(operation, input)]
    const pages = (input: CallInput) => (cursor: string | null) => call(operation, at(cursor, input))
    return [name, (input: CallInput = {}) => listCall(list, pages(input))]
  })
  // The entries of the table above are the methods that the type lists.
  return Object.fromEntries(methods) as Client
}

/** The input for the page at a cursor; the first page starts at the caller's cursor. */
function at(cursor: string | null, input: CallInput): CallInput {
  return cursor === null ? input : { ...input, query: { ...input.query, cursor } }
}

type Settings = Required<Pick<ClientOptions, 'retries' | 'timeoutMs' | 'fetch' | 'startTimer' | 'random'>>

async function perform(operation: Operation, request: HttpRequest, settings: Settings): Promise<unknown> {
  for (let retry = 0; ; retry += 1) {
    try {
      return replyOf(operation, await exchange(request, settings))
    } catch (failure) {
      const waitMs = retry < settings.retries ? waitBeforeRetry(failure, retry, settings.random) : null
      if (waitMs === null) throw failure
      await new Promise<void>((resolve) => settings.startTimer(resolve, waitMs))
    }
  }
}

/** One attempt, up to the last byte of its answer. */
async function exchange(request: HttpRequest, settings: Settings): Promise<HttpAnswer> {
  const { method, url, headers, body } = request
  const abortion = new AbortController()
  const stopTimer = settings.startTimer(() => abortion.abort(), settings.timeoutMs)
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
    const message = abortion.signal.aborted
      ? `The service did not answer within ${settings.timeoutMs} ms.`
      : 'The service could not be reached, or its response was incomplete.'
    throw new ApiError({ code: 'NO_ANSWER', message, cause })
  } finally {
    stopTimer()
  }
}

/** A key for what is not harmless to repeat: the retries of a call are then one request. */
function withKey({ makesIdempotencyKey }: Operation, input: CallInput): CallInput {
  if (!makesIdempotencyKey) return input
  return { ...input, idempotencyKey: input.idempotencyKey ?? newIdempotencyKey() }
}

/** It must be unique, and is no secret. It contains the time in case of machine copies with the same random state. */
function newIdempotencyKey(): string {
  const words = Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32))
  return `client-${Date.now()}-${words.map((word) => word.toString(16).padStart(8, '0')).join('')}`
}

function checkedCredentials(options: ClientOptions): Credentials {
  const { baseUrl, tenantAlias } = options
  // The browser adds the cookie of a session itself.
  const apiKey = 'session' in options ? null : options.apiKey
  if (!/^https?:\/\/[^/?#@\s][^?#@\s]*$/.test(baseUrl)) {
    throw new TypeError(
      'baseUrl must be an http or https address without credentials, query and fragment, such as "https://goodword.example.com".',
    )
  }
  if (!/^(test_)?[a-z0-9_]{3,59}$/.test(tenantAlias)) {
    throw new TypeError('tenantAlias must be the alias of a program, such as "acme" or "test_acme".')
  }
  if (apiKey !== null && !/^[!-9;-~]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be an API key: visible ASCII characters without spaces or line breaks.')
  }
  return { baseUrl: withoutTrailingSlashes(baseUrl), tenantAlias, apiKey }
}

function withoutTrailingSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

const startTimer: StartTimer = (run, afterMs) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}

// The package is written for no platform in particular; these are of every browser and of Node since 18.
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Standard } } ? Standard : object
declare const fetch: Fetch
declare const setTimeout: (run: () => void, afterMs: number) => unknown
declare const clearTimeout: (timer: unknown) => void
declare const AbortController: new () => {
  readonly signal: Signal & { readonly aborted: boolean }
  readonly abort: () => void
}
