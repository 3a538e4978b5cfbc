import { mayReview, rolesAllowed, type StaffRole } from '@goodword/domain/staff/staff-role'
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { portalCall } from '../api/portal-call.ts'
import { useTenantAlias } from '../api/use-tenant-alias.ts'
import { isSessionEnded } from '../api/with-sign-in.ts'

/** Who is signed in; the pages that use it are shown to staff with a session only. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/** The program and mode of the page. */
export type Tenant = {
  readonly alias: string
  readonly mode: 'live' | 'test'
  readonly programName: string
  readonly merchant: Merchant
  /** The alias of the program in the other mode; null where there is none. */
  readonly otherMode: string | null
}

/** The program of the page; null when the staff have no access to it. */
export function useTenant(): Tenant | null {
  const alias = useTenantAlias()
  const { merchants } = useSession()
  return tenantsOf(merchants).find((it) => it.alias === alias) ?? null
}

/** Every program in every mode, merchant by merchant. */
export function tenantsOf(merchants: readonly Merchant[]): readonly Tenant[] {
  return merchants.flatMap((merchant) =>
    merchant.programs.flatMap(({ name, live, test }) => [
      ...(live === null
        ? []
        : [{ alias: live, mode: 'live' as const, programName: name, merchant, otherMode: test }]),
      ...(test === null
        ? []
        : [{ alias: test, mode: 'test' as const, programName: name, merchant, otherMode: live }]),
    ]),
  )
}

const writers = rolesAllowed({ scope: 'write' })

/** The rights of the person's role at this merchant. The service decides; this only hides controls that it would refuse. */
export function useRole() {
  const role = useTenant()?.merchant.role ?? 'analyst'
  return { role, isOwner: role === 'owner', canWrite: writers.includes(role), canReview: mayReview(role) }
}

/** Ends the session, and forgets all its data. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    await portalCall('POST', '/portal/auth/sign-out').catch((error: unknown) => {
      if (!isSessionEnded(error)) throw error
    })
    await navigate({ to: '/sign-in' })
    queries.clear()
  }
}

export type Merchant = {
  readonly id: string
  readonly name: string
  readonly role: StaffRole
  readonly programs: readonly {
    readonly name: string
    readonly live: string | null
    readonly test: string | null
  }[]
}

/** Who is signed in, and where they belong. */
type Session = {
  readonly staff: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly hasPassword: boolean
    readonly hasTwoFactor: boolean
    readonly passkeys: number
  }
  readonly signedInAt: number
  readonly merchants: readonly Merchant[]
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => portalCall<Session>('GET', '/portal/session'),
  staleTime: 60_000,
})
