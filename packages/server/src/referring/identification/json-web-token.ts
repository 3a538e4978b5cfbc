import { type CryptoKey, errors, type JWTPayload, jwtVerify } from 'jose'

/** The claims of a token; or its fault, as the end of the sentence "The token …". */
export type TokenResult = { readonly claims: JWTPayload } | { readonly problem: string }
export type JsonObject = Readonly<Record<string, unknown>>

/** The tolerated difference of two machines' clocks. */
const LEEWAY_SECONDS = 60
const DAY_SECONDS = 86_400
const MAX_DAYS = 30

/**
 * Reads a JSON Web Token (RFC 7519) that is signed by HS256 with one of the keys. No other algorithm is accepted,
 * regardless of the token's header. A token must expire: at its `exp`, 30 days ahead at most, or 24 hours after its `iat`.
 */
export async function readToken(
  token: string,
  signingKeys: readonly CryptoKey[],
  nowMs: number,
): Promise<TokenResult> {
  if (!isCanonical(token)) return { problem: NOT_CANONICAL }
  for (const key of signingKeys) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        clockTolerance: LEEWAY_SECONDS,
        currentDate: new Date(nowMs),
      })
      const problem = lifetimeProblem(payload, nowMs / 1000)
      return problem === null ? { claims: payload } : { problem }
    } catch (error) {
      if (error instanceof errors.JWSSignatureVerificationFailed) continue
      return { problem: problemOf(error) }
    }
  }
  return { problem: 'is not signed with a signing key of this program and mode' }
}

const NOT_CANONICAL =
  'is not a JSON Web Token in compact form with the header {"alg":"HS256","typ":"JWT"} and without padding'

/**
 * Whether a token is written in the one way that its content has: base64url without padding, whose last character holds no
 * stray bits, and a header with the algorithm and the type alone. So no two texts are the same token, and nothing in a header
 * can lead to another key.
 */
function isCanonical(token: string): boolean {
  const [header = '', claims = '', signature = '', ...more] = token.split('.', 4)
  if (more.length > 0) return false
  const parts = [header, claims, signature].map((part) => ({ part, bytes: Buffer.from(part, 'base64url') }))
  if (!parts.every(({ part, bytes }) => part !== '' && bytes.toString('base64url') === part)) return false
  const fields = parsedObject(parts[0]?.bytes.toString('utf8') ?? '')
  if (fields === null) return false
  const { alg, typ = 'JWT', ...others } = fields
  return alg === 'HS256' && typ === 'JWT' && Object.keys(others).length === 0
}

function parsedObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

/** A token without an expiry would be valid as long as the key: an old, leaked one could be used. */
function lifetimeProblem({ iat, exp }: JWTPayload, now: number): string | null {
  if (iat !== undefined && typeof iat !== 'number') return 'has an "iat" that is no number of seconds'
  if (iat !== undefined && iat > now + LEEWAY_SECONDS) return 'was issued in the future'
  if (exp === undefined) {
    if (iat === undefined) return 'has neither "iat" nor "exp", and so no end'
    return iat <= now - DAY_SECONDS - LEEWAY_SECONDS
      ? 'has expired: it has no "exp", and its "iat" is older than 24 hours'
      : null
  }
  const latest = (iat ?? now + LEEWAY_SECONDS) + MAX_DAYS * DAY_SECONDS
  return exp > latest ? `has an "exp" more than ${MAX_DAYS} days ahead` : null
}

function problemOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'has expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isTooEarly = error.claim === 'nbf' && error.reason === 'check_failed'
    return isTooEarly ? 'is not valid yet' : `has an "${error.claim}" that is no number of seconds`
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'is not signed by HS256'
  if (error instanceof errors.JOSEError)
    return 'is not a JSON Web Token in compact form, or requires an extension'
  throw error
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
