import { isSignedBy } from './signature.ts'

/** What a token claims; or what is wrong with it, to end the sentence "The token …". */
export type TokenReading = { readonly claims: JsonObject } | { readonly problem: string }
export type JsonObject = Readonly<Record<string, unknown>>

/** Clocks of two machines differ by so much. */
const LEEWAY_SECONDS = 60
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/

/**
 * Reads a JSON Web Token (RFC 7519) in its compact form, signed by HS256 with one of the keys. No other algorithm is
 * taken, whatever the token itself says: it is the one thing that an attacker would like to choose.
 */
export function readToken(token: string, signingKeys: readonly string[], nowMs: number): TokenReading {
  const [, header = '', payload = '', signature = ''] = COMPACT.exec(token) ?? []
  const head = jsonObject(header)
  if (head === null) return { problem: 'is no JSON Web Token in compact form' }
  if (head.alg !== 'HS256') return { problem: 'is not signed by HS256' }
  if ('crit' in head) return { problem: 'asks for an extension that is not supported' }
  if (!isSignedBy(signingKeys, `${header}.${payload}`, signature, 'base64url')) {
    return { problem: 'is not signed with a signing key of this program and mode' }
  }
  const claims = jsonObject(payload)
  if (claims === null) return { problem: 'has a payload that is no JSON object' }
  const problem = timeProblem(claims, nowMs / 1000)
  return problem === null ? { claims } : { problem }
}

function timeProblem(claims: JsonObject, now: number): string | null {
  const { exp = null, nbf = null, iat = null } = claims
  if ([exp, nbf, iat].some((it) => it !== null && typeof it !== 'number')) {
    return 'has a time ("exp", "nbf" or "iat") that is no number of seconds since the epoch'
  }
  if (typeof exp === 'number' && exp <= now - LEEWAY_SECONDS) return 'has expired'
  if (typeof nbf === 'number' && nbf > now + LEEWAY_SECONDS) return 'is not valid yet'
  if (typeof iat === 'number' && iat > now + LEEWAY_SECONDS) return 'was issued in the future'
  return null
}

function jsonObject(encoded: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
