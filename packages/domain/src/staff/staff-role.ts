import { type Scope, scopes } from './scope.ts'

/** The roles of staff at a merchant; each role has all rights of the next one. */
export const staffRoles = ['owner', 'admin', 'reviewer', 'analyst'] as const
export type StaffRole = (typeof staffRoles)[number]

/** The roles that decide about referrals and accounts under suspicion. */
export const reviewingRoles = ['owner', 'admin', 'reviewer'] as const satisfies readonly StaffRole[]

export function mayReview(role: StaffRole): boolean {
  return reviewingRoles.some((it) => it === role)
}

const scopesOfRoles: Readonly<Record<StaffRole, readonly Scope[]>> = {
  owner: scopes,
  admin: scopes,
  reviewer: ['read'],
  analyst: ['read'],
}

/** The scopes that a role comes with, as if it were a key. */
export function scopesOfRole(role: StaffRole): readonly Scope[] {
  return scopesOfRoles[role]
}

/** The rule for who of staff may call an operation: `staffRoles` where it has its own list, else its scope. */
export type StaffOperation = { readonly scope: Scope; readonly staffRoles?: readonly StaffRole[] }

/** The roles that may call an operation. */
export function rolesAllowed({ scope, staffRoles: listed }: StaffOperation): readonly StaffRole[] {
  return listed ?? staffRoles.filter((role) => scopesOfRoles[role].includes(scope))
}

/** Whether a person may give and take a role: their own and those below it. */
export function mayGiveRole(own: StaffRole, given: StaffRole): boolean {
  return staffRoles.indexOf(own) <= staffRoles.indexOf(given)
}

/** How long after a sign-in a session may change keys, connections and the team. */
export const RECENT_SIGN_IN_MS = 15 * 60_000
