import type { EventEnvelope } from './operations.generated.ts'

/** The headers of a request: those of `fetch`, or an object with lower-case names as Node has it. */
export type EventHeaders =
  | { readonly get: (name: string) => string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }

export type VerifyEventOptions = {
  /** The secret of the webhook receiver, `whsec_…`. */
  readonly secret: string
  /** How far the clocks of sender and receiver may differ, in seconds; 5 minutes by default. */
  readonly toleranceSeconds?: number
}

const TOLERANCE_SECONDS = 300

/**
 * Returns the event of a webhook request, or null if the request was not signed with the secret, or not within the last
 * minutes. `body` is the text of the body as it arrived: a parsed and rewritten one has another signature. Signed as
 * Standard Webhooks specifies; needs WebCrypto, which Node has had since 20.
 *
 * @throws TypeError if the secret is none
 */
export async function verifyEvent(
  body: string,
  headers: EventHeaders,
  { secret, toleranceSeconds = TOLERANCE_SECONDS }: VerifyEventOptions,
): Promise<EventEnvelope | null> {
  const key = await importSecret(secret)
  const [id, sent, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  )
  if (!id || !sent || !signatures || !/^\d{1,12}$/.test(sent)) return null
  if (Math.abs(Date.now() / 1000 - Number(sent)) > toleranceSeconds) return null
  const signed = new TextEncoder().encode(`${id}.${sent}.${body}`)
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice('v1,'.length)) : null
    // A body signed by the service is an event.
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(body)
  }
  return null
}

function headerOf(headers: EventHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const value = Object(headers)[name]
  return typeof value === 'string' ? value : null
}

async function importSecret(secret: string): Promise<unknown> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null
  if (bytes === null || bytes.length === 0) {
    throw new TypeError('secret must be the secret of a webhook receiver, which begins with "whsec_".')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

// The package is written for no platform in particular; these are of every browser and of Node since 20.
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const atob: (text: string) => string
declare const crypto: {
  readonly subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array,
      algorithm: { readonly name: string; readonly hash: string },
      extractable: false,
      usages: readonly ['verify'],
    ): Promise<unknown>
    verify(algorithm: 'HMAC', key: unknown, signature: Uint8Array, data: Uint8Array): Promise<boolean>
  }
}
