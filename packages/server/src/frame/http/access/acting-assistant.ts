import { AsyncLocalStorage } from 'node:async_hooks'
import type { StaffMember } from '../../staff-member.ts'

const acting = new AsyncLocalStorage<StaffMember>()

/**
 * Makes requests of the process to itself as a person of staff, in whose place an assistant acts. Nothing that comes over a
 * connection can be such a request, because who makes it is in no header.
 */
export function actAs<Result>(person: StaffMember, work: () => Promise<Result>): Promise<Result> {
  return acting.run(person, work)
}

/** The person in whose place the present request is made; null for requests that come over a connection. */
export function actingPerson(): StaffMember | null {
  return acting.getStore() ?? null
}
