import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Whether a text is the HMAC-SHA256 of a message under one of the keys, whose bytes are those of their whole texts. The
 * time that it takes tells nothing of where a wrong one differs.
 */
export function isSignedBy(
  signingKeys: readonly string[],
  message: string,
  signature: string,
  encoding: 'base64' | 'base64url',
): boolean {
  const given = Buffer.from(signature)
  // Every key is tried: which one it was is nobody's business either.
  const fitting = signingKeys.filter((key) => {
    const right = Buffer.from(createHmac('sha256', key).update(message).digest(encoding))
    return right.length === given.length && timingSafeEqual(right, given)
  })
  return fitting.length > 0
}
