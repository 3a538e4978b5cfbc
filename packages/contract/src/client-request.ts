import { ApiFailure } from './api-failure.ts'
import type { Endpoint } from './endpoint.ts'
import { API_PREFIX } from './openapi.ts'

/** What a call gives, whatever its endpoint; the client's type says what each one takes. */
export type CallInput = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
}

export type Credentials = {
  readonly baseUrl: string
  readonly tenantAlias: string
  readonly apiKey: string
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
 * @throws ApiFailure VALIDATION_FAILED if a value cannot stand in an address or a header
 */
export function requestOf(endpoint: Endpoint, input: CallInput, credentials: Credentials): HttpRequest {
  const { baseUrl, tenantAlias, apiKey } = credentials
  const path = (API_PREFIX + endpoint.path).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'tenantAlias' ? tenantAlias : pathSegment(name, input.params?.[name]),
  )
  const body = endpoint.body === null ? null : JSON.stringify(input.body ?? {})
  return {
    method: endpoint.method,
    url: baseUrl.replace(/\/+$/, '') + path + queryText(input.query ?? {}),
    headers: {
      Accept: 'application/json',
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      // Operations for browsers take no key: it is not shown to them.
      ...(endpoint.scope === null ? {} : { Authorization: `Basic ${btoa(`${apiKey}:`)}` }),
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
  throw unfit(name, 'must be a text that is neither empty nor "." nor ".."')
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

function unfit(param: string, rule: string): ApiFailure {
  return new ApiFailure({
    code: 'VALIDATION_FAILED',
    message: `"${param}" ${rule}. Nothing was sent.`,
    param,
  })
}
