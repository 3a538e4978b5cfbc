import { bech32 } from '@scure/base'
import { deriveSecret } from './derived-secret.ts'
import type { SecretKey } from './secret-key.ts'

/**
 * The identity (an X25519 key, https://age-encryption.org/v1) that opens the backups which were encrypted under a secret key, in
 * the form that the tool `age` reads: `AGE-SECRET-KEY-1…`.
 */
export function backupIdentity(secretKey: SecretKey): string {
  return bech32.encodeFromBytes('AGE-SECRET-KEY-', deriveSecret(secretKey, 'backup')).toUpperCase()
}
