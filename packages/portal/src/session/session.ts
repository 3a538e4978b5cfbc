import type { StaffRole } from '@goodword/domain/staff/staff-role'
import { queryOptions } from '@tanstack/react-query'
import { portalCall } from '../api/portal-call.ts'

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
export type Session = {
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
