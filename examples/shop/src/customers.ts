import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const hashed = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>

/** A customer of the shop. Customers are in memory only. */
export type Customer = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The code of the share link they used; null without one. */
  readonly code: string | null
  /** Null while they are trying. */
  planId: string | null
  /** Who they are at the payment gateway, and what is billed there; null without a gateway, and before the first payment. */
  billed: { readonly customerId: string; readonly subscriptionId: string } | null
}

/** The name in the two parts that others store. */
export function namesOf({ name }: Pick<Customer, 'name'>): {
  readonly firstName: string
  readonly lastName: string
} {
  const [firstName = '', ...lastNames] = name.split(' ')
  return { firstName, lastName: lastNames.join(' ') }
}

export type Customers = {
  /** Null when the address has an account already. */
  signUp(of: Pick<Customer, 'name' | 'email' | 'code'>, password: string): Promise<Customer | null>
  signIn(email: string, password: string): Promise<Customer | null>
  /** A secret for the cookie of a browser. */
  openSession(customer: Customer): string
  closeSession(secret: string): void
  find(secret: string | undefined): Customer | null
}

type Kept = { readonly customer: Customer; readonly salt: Buffer; readonly hash: Buffer }

export function createCustomers(): Customers {
  const byEmail = new Map<string, Kept>()
  const sessions = new Map<string, Customer>()
  return {
    async signUp({ name, email, code }, password) {
      const salt = randomBytes(16)
      const hash = await hashed(password, salt, 32)
      if (byEmail.has(email)) return null
      const customer = {
        id: `cust_${randomBytes(6).toString('hex')}`,
        name,
        email,
        code,
        planId: null,
        billed: null,
      }
      byEmail.set(email, { customer, salt, hash })
      return customer
    },
    async signIn(email, password) {
      const kept = byEmail.get(email)
      if (kept === undefined) return null
      const hash = await hashed(password, kept.salt, 32)
      return timingSafeEqual(hash, kept.hash) ? kept.customer : null
    },
    openSession(customer) {
      const secret = randomBytes(24).toString('base64url')
      sessions.set(secret, customer)
      return secret
    },
    closeSession(secret) {
      sessions.delete(secret)
    },
    find: (secret) => (secret === undefined ? null : (sessions.get(secret) ?? null)),
  }
}
