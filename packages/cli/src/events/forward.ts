import { createHmac } from 'node:crypto'
import type { EventEnvelope } from '@goodword/client'

/** The time limit of the service for a receiver. */
const TIME_LIMIT_MS = 15_000

export type Forwarded = {
  /** Null if there was no response. */
  readonly status: number | null
  readonly durationMs: number
  /** Why there was no response; null with one. */
  readonly error: string | null
}

/** Sends an event to a URL as the service would; resolves with the outcome. */
export async function forward(
  event: EventEnvelope,
  url: string,
  secret: string,
  signal: AbortSignal,
): Promise<Forwarded> {
  const body = JSON.stringify(event)
  const startedAt = performance.now()
  const duration = () => Math.round(performance.now() - startedAt)
  const limit = AbortSignal.timeout(TIME_LIMIT_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signedHeaders({ id: event.id, body, now: Date.now() }, secret),
      body,
      // As the service: a redirect is a failure.
      redirect: 'manual',
      signal: AbortSignal.any([limit, signal]),
    })
    await response.body?.cancel()
    return { status: response.status, durationMs: duration(), error: null }
  } catch (error) {
    signal.throwIfAborted()
    const message = limit.aborted ? `no response within ${TIME_LIMIT_MS / 1000} s` : reasonOf(error)
    return { status: null, durationMs: duration(), error: message }
  }
}

/** Whether the service would take the event as delivered. */
export function isDelivered({ status }: Forwarded): boolean {
  return status !== null && status >= 200 && status < 300
}

function reasonOf(error: unknown): string {
  const { code, message } = Object(Object(error).cause ?? error)
  if (code === 'ECONNREFUSED') return 'nothing listens there'
  return String(code ?? message ?? error)
}

/** The headers of a webhook request, signed as Standard Webhooks specifies and as the service signs. */
function signedHeaders(
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
  secret: string,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const sent = Math.floor(now / 1000)
  const signature = createHmac('sha256', key).update(`${id}.${sent}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Goodword-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(sent),
    'webhook-signature': `v1,${signature}`,
  }
}
