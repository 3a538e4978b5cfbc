import { randomUUID } from 'node:crypto'
import type { H3Event } from 'h3'

export type Customer = {
  readonly accountId: string
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** Sessions are a table in a shop of your own. */
const sessions = new Map<string, Customer>()

export function signedIn(event: H3Event): Customer | null {
  return sessions.get(getCookie(event, 'session') ?? '') ?? null
}

export function signIn(event: H3Event, customer: Customer): void {
  const session = randomUUID()
  sessions.set(session, customer)
  const { isHttps } = useRuntimeConfig(event)
  setCookie(event, 'session', session, { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/' })
}

export function signOut(event: H3Event): void {
  sessions.delete(getCookie(event, 'session') ?? '')
  deleteCookie(event, 'session', { path: '/' })
}
