import { randomUUID } from 'node:crypto'
import { cookies } from 'next/headers'
import { settings } from './settings.ts'

export type Customer = {
  readonly accountId: string
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** Sessions are a table in a shop of your own. Routes and pages are bundled apart, and share what is global. */
const sessions: Map<string, Customer> = (Reflect.get(globalThis, 'sessions') ?? new Map()) as Map<
  string,
  Customer
>
Reflect.set(globalThis, 'sessions', sessions)

export async function signedIn(): Promise<Customer | null> {
  const session = (await cookies()).get('session')?.value ?? ''
  return sessions.get(session) ?? null
}

export async function signIn(customer: Customer): Promise<void> {
  const session = randomUUID()
  sessions.set(session, customer)
  const jar = await cookies()
  jar.set('session', session, { httpOnly: true, sameSite: 'lax', secure: settings.isHttps })
}

export async function signOut(): Promise<void> {
  const jar = await cookies()
  sessions.delete(jar.get('session')?.value ?? '')
  jar.delete('session')
}
