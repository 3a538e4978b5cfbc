import { listCall } from './list-call.ts'
import { type Client, operations } from './operations.generated.ts'
import { type Fetch, perform, type Settings, type StartTimer } from './perform.ts'
import { type CallInput, type Credentials, type Operation, requestOf } from './request.ts'

export type ClientOptions = ClientSettings & Authentication

/** An API key, or in a page of the service itself the session of the staff who signed in there. */
type Authentication =
  | {
      /** A key of that program and mode. Belongs on servers: never put it into a page. */
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
 * `ApiError`. A list can be awaited, for one page, or iterated with `for await`, for all entries. Temporary failures are
 * retried: no answer, 429, 502, 503, 504, and 409 while the same request is still at work. That is safe, because repeats
 * change nothing; where they would, the client sends an `Idempotency-Key` of its own. Give your own `idempotencyKey` if you
 * repeat a call yourself, such as after a crash. Every call also takes `signal`, `timeoutMs` and `retries`.
 *
 * @throws TypeError if alias, key or base URL cannot be right, or key and alias are of different modes; its message never holds the key
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
    perform(operation, requestOf(operation, withKey(operation, input), credentials), {
      ...settings,
      retries: input.retries ?? settings.retries,
      timeoutMs: input.timeoutMs ?? settings.timeoutMs,
      signal: input.signal,
    })
  const methods = Object.entries(operations).map(([name, operation]: [string, Operation]) => {
    const { list } = operation
    if (list === null) return [name, (input: CallInput = {}) => call(operation, input)]
    const parameter = list.cursor ?? 'cursor'
    const pages = (input: CallInput) => (cursor: string | null) =>
      call(operation, cursor === null ? input : { ...input, query: { ...input.query, [parameter]: cursor } })
    return [name, (input: CallInput = {}) => listCall(list, pages(input))]
  })
  // The entries of the table above are the methods that the type lists.
  return Object.fromEntries(methods) as Client
}

/** A key for an operation that is not idempotent: the retries of a call are then one request. */
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
  const isTest = tenantAlias.startsWith('test_')
  if (apiKey?.startsWith(isTest ? 'gw_live_' : 'gw_test_')) {
    throw new TypeError(
      isTest
        ? 'apiKey is of live mode, and tenantAlias is a test program.'
        : 'apiKey is of test mode, and tenantAlias is a live program.',
    )
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
declare const fetch: Fetch
declare const setTimeout: (run: () => void, afterMs: number) => unknown
declare const clearTimeout: (timer: unknown) => void
