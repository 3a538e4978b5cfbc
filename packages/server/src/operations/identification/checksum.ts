import { isSignedBy } from './signature.ts'

/** What says how the call is made, and nothing of the user. */
const UNSIGNED_FIELDS: readonly string[] = ['checksum', 'jwt', 'locale', 'cookie_referral_code']

/**
 * Whether a checksum fits a body: Base64 of the HMAC-SHA256 over the values of its fields, one after the other in the
 * alphabetical order of their names. Fields that are null are left out.
 */
export function isChecksumOf(
  body: Readonly<Record<string, unknown>>,
  checksum: string,
  signingKeys: readonly string[],
): boolean {
  const message = signedText(body)
  return message !== null && isSignedBy(signingKeys, message, checksum, 'base64')
}

/** The text that is signed; null for a body with a list or an object, which have no one way to be written. */
export function signedText(body: Readonly<Record<string, unknown>>): string | null {
  const signed = Object.entries(body)
    .filter(([name, value]) => value !== null && value !== undefined && !UNSIGNED_FIELDS.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  if (signed.some(([, value]) => typeof value === 'object')) return null
  return signed.map(([, value]) => String(value)).join('')
}
