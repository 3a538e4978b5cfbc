import type { EventEnvelope } from '@goodword/contract/webhooks/event-types'
import type { AttemptError, AttemptResult } from '@goodword/domain/outbound/webhook-retry'
import { parseRetryAfter } from '@goodword/domain/outbound/webhook-retry'
import type { Pool } from 'undici'
import { stopwatch } from '../../engine/foundation/clock.ts'
import { type PostResult, postJson } from '../../engine/network/post-json.ts'
import { signatureHeaders } from './receiver-secrets.ts'

/** The time limit of a request as a whole. */
export const TIME_LIMIT_MS = 15_000

export type SendOptions = {
  readonly pool: Pool
  readonly url: URL
  readonly secrets: readonly string[]
  /** Milliseconds of the machine's clock. */
  readonly now: number
  /** Aborted when the process stops. */
  readonly signal: AbortSignal
  readonly timeLimitMs?: number
}

/** An attempt as it is logged. */
export type Attempt = AttemptResult & {
  readonly startedAt: number
  readonly durationMs: number
  readonly status: number | null
  readonly request: string
  readonly response: string | null
}

/** Sends an event once. Null if the process stopped before there was a result: the event is sent again then. */
export async function sendEvent(envelope: EventEnvelope, options: SendOptions): Promise<Attempt | null> {
  const { pool, url, secrets, now, signal, timeLimitMs = TIME_LIMIT_MS } = options
  const body = JSON.stringify(envelope)
  const path = `${url.pathname}${url.search}`
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Goodword-Webhooks/1',
    ...signatureHeaders({ id: envelope.id, now, body }, secrets),
  }
  const startedAt = stopwatch.now()
  const result: PostResult | typeof UNSIGNED =
    secrets.length === 0 ? UNSIGNED : await postJson(pool, { path, headers, body, signal, timeLimitMs })
  if (result.kind === 'stopped') return null
  return {
    ...resultOf(result, now),
    startedAt: now,
    durationMs: Math.round(stopwatch.now() - startedAt),
    status: result.status,
    request: messageText(`POST ${path}`, headers),
    response: result.kind === 'response' ? responseText(result) : null,
  }
}

/** The secrets were encrypted with another secret key. */
const UNSIGNED = { kind: 'failed', reason: 'SECRET_UNREADABLE', status: null } as const

type Ended = Exclude<PostResult, { kind: 'stopped' }> | typeof UNSIGNED

function resultOf(result: Ended, now: number): AttemptResult {
  if (result.kind === 'failed') return { error: result.reason, retryAfterMs: 0 }
  const retryAfterMs = parseRetryAfter(result.headers['retry-after'] ?? null, now)
  return { error: errorOf(result.status), retryAfterMs }
}

function errorOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'GONE'
  return status >= 300 && status < 400 ? 'REDIRECTED' : 'STATUS_NOT_2XX'
}

/** The length of a response that is kept. PostgreSQL stores no NUL. */
const MAX_TEXT = 4096

function responseText({ status, headers, body }: Extract<PostResult, { kind: 'response' }>): string {
  return `${messageText(String(status), headers)}\n${body}`.replaceAll('\0', '\ufffd').slice(0, MAX_TEXT)
}

/** The first line and the headers of a message. */
function messageText(first: string, headers: Readonly<Record<string, string>>): string {
  return [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), ''].join('\n')
}
