import { createHash, timingSafeEqual } from 'node:crypto'
import type { Gateway } from '../gateway.ts'
import type { KeyPair, Merchant } from '../model/merchant.ts'
import { RequestRejected } from '../protocol/answer.ts'

/** The merchant of a path. @throws {RequestRejected} 401, which does not reveal whether the merchant exists */
export function findMerchant(gateway: Gateway, id: string): Merchant {
  const merchant = gateway.accounts.get(id)
  if (merchant === undefined) throw new RequestRejected(401, `there is no merchant ${id}`)
  return merchant
}

/** The merchant's key of a request (HTTP Basic). @throws {RequestRejected} 401 */
export function findKey({ id, keys }: Merchant, authorization: string | undefined): KeyPair {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) throw new RequestRejected(401, 'the request has no Basic authorization')
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  const publicKey = decoded.slice(0, Math.max(colon, 0))
  const key = keys.find((each) => each.publicKey === publicKey)
  if (key === undefined) throw new RequestRejected(401, `merchant ${id} has no public key ${publicKey}`)
  if (!isSame(decoded.slice(colon + 1), key.privateKey)) {
    throw new RequestRejected(401, `the private key that came with ${publicKey} is wrong`)
  }
  return key
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
