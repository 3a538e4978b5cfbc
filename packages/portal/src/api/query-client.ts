import { ApiError } from '@goodword/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

const STALE_MS = 10_000

/** The cache of all that the page has read. A session that has ended is reported once, wherever it shows. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const report = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({
      // Without a session from the beginning, the router leads to the sign-in.
      onError: (error, { queryKey, state }) => {
        if (queryKey[0] !== 'session' || state.data !== undefined) report(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, { meta }) => {
        if (meta?.isSignIn !== true) report(error)
      },
    }),
    // The client itself tries again what may pass.
    defaultOptions: { queries: { staleTime: STALE_MS, retry: false }, mutations: { retry: false } },
  })
}
