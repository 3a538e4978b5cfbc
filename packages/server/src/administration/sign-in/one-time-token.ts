import { createHash, randomBytes } from 'node:crypto'

/** A token for a one-time link: 256 random bits. Its hash is all that is stored. */
export function makeToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
