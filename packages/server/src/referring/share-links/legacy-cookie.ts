import { parseReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { TenantId } from '@goodword/domain/values/ids'

/** The program of those that have only one, as the former service names it. */
const PROGRAM = 'classic'

const MAX_COOKIE_LENGTH = 8192
/** A cookie has one per program of the former service; further ones are not read. */
const MAX_CODES = 5

/** The code in the cookie that a share link sets for the former script. */
type SharedCode = {
  /** The address of the service. */
  readonly baseUrl: string
  readonly tenantId: TenantId
  readonly code: ReferralCode
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * The first-party cookie of the former service's script: base64url JSON, `{"<host>": {"<tenant>_CODE": {"codes": {"<program>":
 * "CODE"}, "codesExp": {"CODE": seconds}}}}`. The script takes it from the parameter `_saasquatch` of the page's address.
 */
export function legacyCookie({ baseUrl, tenantId, code, expiresAt }: SharedCode): string {
  const entry = { codes: { [PROGRAM]: code }, codesExp: { [code]: Math.floor(expiresAt / 1000) } }
  const cookie = { [new URL(baseUrl).host]: { [`${tenantId}_CODE`]: entry } }
  return Buffer.from(JSON.stringify(cookie)).toString('base64url')
}

/**
 * The codes in such a cookie, in its order, without those that have expired; none for a text that is no such cookie. Host and
 * tenant may be those of the former service, so they are not compared with ours.
 */
export function codesInCookie(cookie: string, now: number): readonly ReferralCode[] {
  if (cookie.length > MAX_COOKIE_LENGTH) return []
  const entries = valuesOf(parsed(cookie)).flatMap((host) =>
    isRecord(host) ? Object.entries(host).flatMap(([name, it]) => (name.endsWith('_CODE') ? [it] : [])) : [],
  )
  const codes = entries.flatMap((entry) => (isRecord(entry) ? liveCodes(entry, now / 1000) : []))
  return [...new Set(codes)].slice(0, MAX_CODES)
}

function liveCodes({ codes, codesExp }: Readonly<Record<string, unknown>>, nowSeconds: number) {
  return valuesOf(codes).flatMap((text) => {
    const code = typeof text === 'string' ? parseReferralCode(text) : null
    return code === null || isExpired(codesExp, String(text), nowSeconds) ? [] : [code]
  })
}

function isExpired(expiries: unknown, code: string, nowSeconds: number): boolean {
  const at = isRecord(expiries) && Object.hasOwn(expiries, code) ? expiries[code] : null
  return typeof at === 'number' && at <= nowSeconds
}

function parsed(cookie: string): unknown {
  try {
    return JSON.parse(Buffer.from(cookie, 'base64url').toString('utf8'))
  } catch {
    // Pages send whatever they have under that name.
    return null
  }
}

function valuesOf(value: unknown): readonly unknown[] {
  return isRecord(value) ? Object.values(value) : []
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
