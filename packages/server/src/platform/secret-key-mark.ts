import { deriveSecret } from './derived-secret.ts'
import type { SecretKey } from './secret-key.ts'

/**
 * Tells one secret key from another and nothing about it: what is copied away carries the mark, so that whoever brings
 * it back learns whether the right key is in its place.
 */
export function secretKeyMark(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'keyMark').toString('hex')
}

/** How a secret key stands to a copy. */
export type SecretKeyFit = 'right' | 'missing' | 'different'

/** What to do about a key that does not fit, in sentences; null for one that does. */
export function secretKeyAdvice(fit: SecretKeyFit): string | null {
  if (fit === 'right') return null
  const found = fit === 'missing' ? 'There is no secret key yet' : 'The secret key here is another one'
  return (
    `${found}: put the one of the copy in its place (SECRET_KEY, or the file secret-key in DATA_DIR) before the ` +
    'service starts. Without it the signing keys cannot be read; the guide on operating says how to go on then.'
  )
}
