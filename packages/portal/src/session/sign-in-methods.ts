import { queryOptions } from '@tanstack/react-query'
import { portalCall } from '../api/portal-call.ts'

/** What a sign-in needs next. */
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
