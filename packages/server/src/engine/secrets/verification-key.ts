import type { CryptoKey } from 'jose'

/** A signing key as tokens are verified with it. Its bytes are those of the whole text, `gw_sign_` included. */
export function verificationKey(signingKey: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(signingKey)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, true, ['verify'])
}
