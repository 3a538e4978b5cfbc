import { ApiError } from './api-error.ts'
import type { CallOptions } from './call-options.ts'
import type { PagedList } from './list-call.ts'

/** The properties of an operation that a request needs. */
export type Operation = {
  readonly method: string
  /** Below `/api/v1/{tenantAlias}`. */
  readonly path: string
  readonly hasBody: boolean
  /** Whether it takes a file instead of a body. */
  readonly hasUpload: boolean
  /** Operations for browsers take none. */
  readonly takesApiKey: boolean
  /** Whether a repeat without an `Idempotency-Key` would act again, or be refused. */
  readonly makesIdempotencyKey: boolean
  readonly successStatuses: readonly number[]
  /** How its entries come, if it is a list. */
  readonly list: PagedList | null
}

/** The input of a call of any operation; the parameters are in the type of the client. */
export type CallInput = CallOptions & {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly upload?: { readonly contentType: string; readonly text: string }
  readonly idempotencyKey?: string
}

export type Credentials = {
  readonly baseUrl: string
  readonly tenantAlias: string
  /** Null in a page whose browser has the cookie of a session. */
  readonly apiKey: string | null
}

export type HttpRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/**
 * Writes a call as an HTTP request.
 *
 * @throws ApiError VALIDATION_FAILED if a value cannot be sent in a URL or a header
 */
export function requestOf(operation: Operation, input: CallInput, credentials: Credentials): HttpRequest {
  const { baseUrl, tenantAlias, apiKey } = credentials
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    pathSegment(name, input.params?.[name]),
  )
  const file = operation.hasUpload ? (input.upload ?? null) : null
  const body = operation.hasBody ? JSON.stringify(input.body ?? {}) : (file?.text ?? null)
  return {
    method: operation.method,
    url: `${baseUrl}/api/v1/${tenantAlias}${path}${queryText(input.query ?? {})}`,
    headers: {
      Accept: 'application/json',
      ...(body === null ? {} : { 'Content-Type': file?.contentType ?? 'application/json' }),
      ...(operation.takesApiKey && apiKey !== null ? { Authorization: `Basic ${btoa(`${apiKey}:`)}` } : {}),
      ...keyHeader(input.idempotencyKey),
    },
    body,
  }
}

// Of every browser and of Node since 16.
declare const btoa: (text: string) => string

function keyHeader(key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {}
  if (/^[!-~]{1,255}$/.test(key)) return { 'Idempotency-Key': key }
  throw unfit('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
}

function pathSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value)
  const segment = encoded(name, text)
  // An address with an empty segment is another address, and dots are resolved away, encoded or not.
  if (segment !== '' && segment !== '.' && segment !== '..') return segment
  throw unfit(name, 'must be a string that is not empty, "." or ".."')
}

function queryText(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(name, String(value))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function encoded(name: string, text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    throw unfit(name, 'must be well-formed Unicode')
  }
}

function unfit(param: string, rule: string): ApiError {
  return new ApiError({
    code: 'VALIDATION_FAILED',
    message: `"${param}" ${rule}. Nothing was sent.`,
    param,
  })
}
