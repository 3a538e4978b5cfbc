import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { readJsonFile, replaceFile } from './json-file.ts'

const hashed = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>

/** A customer of the shop. */
export type Customer = {
  readonly id: string
  readonly name: string
  readonly email: string
  /** The code of the share link they used; null without one. */
  readonly code: string | null
  /** Null while they are trying. */
  planId: string | null
  /** Their customer and subscription at the payment gateway; null without a gateway, and before the first payment. */
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
  /** Whether customers are there again after the next start. */
  readonly isKept: boolean
  /** Null when the address has an account already. */
  signUp(of: Pick<Customer, 'name' | 'email' | 'code'>, password: string): Promise<Customer | null>
  signIn(email: string, password: string): Promise<Customer | null>
  /** A secret for the cookie of a browser. */
  openSession(customer: Customer): string
  closeSession(secret: string): void
  find(secret: string | undefined): Customer | null
  /** Writes what changed, also in a customer, to the file. */
  save(): Promise<void>
}

type Kept = { readonly customer: Customer; readonly salt: string; readonly hash: string }
type Content = {
  readonly customers: readonly Kept[]
  readonly sessions: readonly (readonly [string, string])[]
}

/** The customers of a file, which need not be there yet; without one they are in memory only. */
export async function openCustomers(file: string | null): Promise<Customers> {
  const content = file === null ? null : await readContent(file)
  const byEmail = new Map(content?.customers.map((it) => [it.customer.email, it]))
  const byId = new Map(content?.customers.map(({ customer }) => [customer.id, customer]))
  /** IDs of customers by the hash of the secret: the file alone opens no session. */
  const sessions = new Map(content?.sessions)
  let saved = ''
  let saving = Promise.resolve()

  return {
    isKept: file !== null,
    async signUp({ name, email, code }, password) {
      const salt = randomBytes(16).toString('hex')
      const hash = await passwordHash(password, salt)
      if (byEmail.has(email)) return null
      const id = `cust_${randomBytes(6).toString('hex')}`
      const customer = { id, name, email, code, planId: null, billed: null }
      byEmail.set(email, { customer, salt, hash })
      byId.set(id, customer)
      return customer
    },
    async signIn(email, password) {
      const kept = byEmail.get(email)
      if (kept === undefined) return null
      const hash = await passwordHash(password, kept.salt)
      return timingSafeEqual(Buffer.from(hash), Buffer.from(kept.hash)) ? kept.customer : null
    },
    openSession(customer) {
      const secret = randomBytes(24).toString('base64url')
      sessions.set(secretHash(secret), customer.id)
      return secret
    },
    closeSession(secret) {
      sessions.delete(secretHash(secret))
    },
    find(secret) {
      const id = secret === undefined ? undefined : sessions.get(secretHash(secret))
      return id === undefined ? null : (byId.get(id) ?? null)
    },
    save() {
      if (file === null) return saving
      // One after the other: each writes all customers of its time.
      saving = saving.then(async () => {
        const content: Content = { customers: [...byEmail.values()], sessions: [...sessions] }
        const text = JSON.stringify(content)
        if (text === saved) return
        await replaceFile(file, text)
        saved = text
      })
      return saving
    },
  }
}

async function readContent(file: string): Promise<Content | null> {
  try {
    return await readJsonFile<Content>(file)
  } catch (error) {
    throw new Error(`${file} cannot be read. Remove it to begin without customers.`, { cause: error })
  }
}

async function passwordHash(password: string, salt: string): Promise<string> {
  return (await hashed(password, Buffer.from(salt, 'hex'), 32)).toString('hex')
}

function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
