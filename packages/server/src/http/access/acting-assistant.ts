import { AsyncLocalStorage } from 'node:async_hooks'
import type { StaffPrincipal } from './authenticate.ts'

const acting = new AsyncLocalStorage<StaffPrincipal>()

/**
 * Makes requests of the process to itself as a person of staff, in whose place an assistant acts. Nothing that comes over a
 * connection can be such a request, because who makes it is in no header.
 */
export function actAs<Result>(principal: StaffPrincipal, work: () => Promise<Result>): Promise<Result> {
  return acting.run(principal, work)
}

/** The person in whose place the present request is made; null for requests that come over a connection. */
export function actingPrincipal(): StaffPrincipal | null {
  return acting.getStore() ?? null
}
