import { deriveSecret } from './derived-secret.ts'
import type { SecretKey } from './secret-key.ts'

/** Identifies a secret key without revealing it: a backup has the mark, so that a restore can check whether the key fits. */
export function secretKeyMark(secretKey: SecretKey): string {
  return deriveSecret(secretKey, 'keyMark').toString('hex')
}
