import { type Dispatcher, errors, type Pool } from 'undici'
import { TargetRefused } from './outgoing-target.ts'

export type PostRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Aborted when the process stops. */
  readonly signal: AbortSignal
  /** The time limit of everything: name, connection, response and its whole body. */
  readonly timeLimitMs: number
}

/** A response with the first part of its body, or why there is none. */
export type PostResult =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  | { readonly kind: 'failed'; readonly reason: PostFailure; readonly status: number | null }
  /** The process stops: what the receiver did with it is unknown. */
  | { readonly kind: 'stopped' }

export type PostFailure =
  | 'TIMED_OUT'
  | 'HOST_NOT_FOUND'
  | 'ADDRESS_NOT_PUBLIC'
  | 'CONNECTION_FAILED'
  | 'TLS_FAILED'
  | 'INVALID_RESPONSE'

/** The length of a body that is kept, and after which reading ends: what follows cannot change the result. */
const KEPT_BYTES = 4096
const MAX_BYTES = 64 * 1024

/** Sends one request and reads its response. Redirects are responses as any other; nothing is repeated. Never throws. */
export async function postJson(pool: Pool, request: PostRequest): Promise<PostResult> {
  const limit = AbortSignal.timeout(request.timeLimitMs)
  const signal = AbortSignal.any([limit, request.signal])
  const { path, headers, body } = request
  let status: number | null = null
  try {
    const response = await pool.request({ method: 'POST', path, headers, body, signal })
    status = response.statusCode
    return {
      kind: 'response',
      status,
      headers: textHeaders(response.headers),
      body: await firstPart(response.body),
    }
  } catch (error) {
    if (limit.aborted) return { kind: 'failed', reason: 'TIMED_OUT', status }
    if (request.signal.aborted) return { kind: 'stopped' }
    return { kind: 'failed', reason: status === null ? reasonOf(error) : 'INVALID_RESPONSE', status }
  }
}

async function firstPart(body: Dispatcher.ResponseData['body']): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    const part = Buffer.from(chunk)
    if (bytes < KEPT_BYTES) kept.push(part.subarray(0, KEPT_BYTES - bytes))
    bytes += part.length
    // Leaving the loop closes the connection.
    if (bytes > MAX_BYTES) break
  }
  return Buffer.concat(kept).toString('utf8')
}

function textHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const texts = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return Object.fromEntries(texts)
}

const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/
const RESPONSE_CODE = /^(?:UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES)/
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'])

function reasonOf(error: unknown): PostFailure {
  if (error instanceof TargetRefused) return error.reason
  if (error instanceof errors.HTTPParserError) return 'INVALID_RESPONSE'
  const code = String(Reflect.get(Object(error), 'code') ?? '')
  if (TIMEOUT_CODES.has(code)) return 'TIMED_OUT'
  if (TLS_CODE.test(code)) return 'TLS_FAILED'
  if (RESPONSE_CODE.test(code)) return 'INVALID_RESPONSE'
  return 'CONNECTION_FAILED'
}
