import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyPair, Merchant } from '../../model/merchant.ts'
import { type Params, textOf } from '../../model/params.ts'
import { RequestRejected } from '../../protocol/answer.ts'
import { readForm } from '../../protocol/read-form.ts'

/** The data that a merchant's server signed for a form, and whether the signature is valid. */
export type TrData = {
  readonly params: Params
  readonly redirectUrl: string
  /** The merchant's key that it names. */
  readonly key: KeyPair
  readonly isSigned: boolean
}

/** Reads `hash|query`. @throws {RequestRejected} 403 for an invalid text, 401 for a key that the merchant has not */
export function readTrData(merchant: Merchant, text: string): TrData {
  const bar = text.indexOf('|')
  const [signature, query] = [text.slice(0, Math.max(bar, 0)), text.slice(bar + 1)]
  const params = readForm(query)
  const redirectUrl = textOf(params, 'redirect_url')
  if (bar < 0 || typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl)) {
    throw new RequestRejected(403, 'tr_data is not a hash|query with a redirect_url')
  }
  const publicKey = textOf(params, 'public_key')
  const key = merchant.keys.find((each) => each.publicKey === publicKey)
  if (key === undefined)
    throw new RequestRejected(401, `merchant ${merchant.id} has no public key ${publicKey}`)
  return { params, redirectUrl, key, isSigned: isSignedQuery(query, signature, key.privateKey) }
}

/** The signature of transparent redirects: HMAC-SHA1 under the SHA1 of the private key, in hexadecimal. */
export function signQuery(query: string, privateKey: string): string {
  const key = createHash('sha1').update(privateKey).digest()
  return createHmac('sha1', key).update(query).digest('hex')
}

function isSignedQuery(query: string, signature: string, privateKey: string): boolean {
  const [expected, given] = [Buffer.from(signQuery(query, privateKey)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
