import { queryOptions } from '@tanstack/react-query'
import { portalCall } from '../api/portal-call.ts'

/** The next step of a sign-in. */
export type SignInStep = { readonly next: 'SIGNED_IN' | 'SECOND_FACTOR' }

type SignInMethods = {
  readonly sso: { readonly name: string } | null
  readonly hasStaff: boolean
  readonly hasMailServer: boolean
}

export const signInMethodsQuery = queryOptions({
  queryKey: ['sign-in-methods'],
  queryFn: () => portalCall<SignInMethods>('GET', '/portal/sign-in-methods'),
  staleTime: 60_000,
})
