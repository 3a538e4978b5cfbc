import { hash } from 'node:crypto'
import { clientNetwork } from '../../engine/network/client-network.ts'

/** What identifies a visitor. None of it is stored. */
export type Visitor = { readonly address: string; readonly userAgent: string }

/**
 * Distinguishes the visitors of a program on one day. Without its salt, which is deleted after the day, no one
 * can find the address of a hash by brute force. Only half of the hash is stored, so length extension is impossible
 * and the salt can be a simple prefix: an HMAC would take most of the time of a click. 16 bytes, in the text form of
 * PostgreSQL.
 */
export function visitorHash(salt: string, { address, userAgent }: Visitor): string {
  const whole = hash('sha256', `${salt}\n${clientNetwork(address)}\n${userAgent}`, 'hex')
  return `${whole.slice(0, 8)}-${whole.slice(8, 12)}-${whole.slice(12, 16)}-${whole.slice(16, 20)}-${whole.slice(20, 32)}`
}
