import { createHmac } from 'node:crypto'
import type { CryptoKey } from 'jose'

/** Creates a JSON Web Token as a merchant's server does, with HS256 by default. */
export function signToken(
  signingKey: string,
  claims: unknown,
  header: Readonly<Record<string, unknown>> = { alg: 'HS256', typ: 'JWT' },
): string {
  const message = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${message}.${createHmac('sha256', signingKey).update(message).digest('base64url')}`
}

/** A token for a user, issued at `nowMs`, as most servers make it. */
export function signUser(signingKey: string, user: object, nowMs: number = Date.now()): string {
  return signToken(signingKey, { user, iat: Math.floor(nowMs / 1000) })
}

/** The texts of signing keys that the service verifies with. */
export function textsOf(keys: readonly CryptoKey[]): Promise<readonly string[]> {
  return Promise.all(
    keys.map(async (key) => new TextDecoder().decode(await crypto.subtle.exportKey('raw', key))),
  )
}
