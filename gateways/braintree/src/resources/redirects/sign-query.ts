import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The signature of transparent redirects: HMAC-SHA1 under the SHA1 of the private key, in hexadecimal. */
export function signQuery(query: string, privateKey: string): string {
  const key = createHash('sha1').update(privateKey).digest()
  return createHmac('sha1', key).update(query).digest('hex')
}

export function isSignedQuery(query: string, signature: string, privateKey: string): boolean {
  const [expected, given] = [Buffer.from(signQuery(query, privateKey)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
