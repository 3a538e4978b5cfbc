import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Merchant } from '../../model/merchant.ts'

/** The permission of a merchant's server for a browser, signed with the merchant's key. */
export type Permission = {
  readonly customerId: string | null
  readonly makesDefault: boolean
  readonly verifiesCards: boolean
  readonly failsOnDuplicates: boolean
  readonly failsOnDuplicatesOfCustomer: boolean
  readonly merchantAccountId: string | null
  readonly domains: readonly string[]
}

const FINGERPRINT_LIVES_MS = 24 * 3_600_000

/** The text by which a browser shows its permission. */
export function signPermission(
  { id, keys }: Merchant,
  publicKey: string,
  permission: Permission,
  now: number,
): string {
  const key = keys.find((each) => each.publicKey === publicKey)
  if (key === undefined) throw new Error('public key of the caller not found')
  const content: Payload = { ...permission, merchantId: id, publicKey, createdAt: now }
  const payload = JSON.stringify(content)
  return Buffer.from(`${signatureOf(payload, key.privateKey)}|${payload}`).toString('base64')
}

/** Null when the merchant did not sign it, or too long ago. */
export function readPermission(merchant: Merchant, fingerprint: string, now: number): Permission | null {
  const text = Buffer.from(fingerprint, 'base64').toString('utf8')
  const [signature = '', payload = ''] = [text.slice(0, 64), text.slice(65)]
  const isSigned = merchant.keys.some(({ privateKey }) => isSame(signature, signatureOf(payload, privateKey)))
  if (!isSigned) return null
  // Signed by ourselves, so it is what `signPermission` wrote.
  const content = JSON.parse(payload) as Payload
  return content.merchantId === merchant.id && content.createdAt + FINGERPRINT_LIVES_MS >= now
    ? content
    : null
}

type Payload = Permission & {
  readonly merchantId: string
  readonly publicKey: string
  readonly createdAt: number
}

function signatureOf(payload: string, privateKey: string): string {
  return createHmac('sha256', privateKey).update(payload).digest('hex')
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
