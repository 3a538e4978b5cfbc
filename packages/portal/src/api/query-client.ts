import { QueryClient } from '@tanstack/react-query'

const STALE_MS = 10_000

/** The cache of all data that the page has read. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The client itself tries again what may pass. The service may be on this machine or in its network, so a browser that
      // believes to be offline asks all the same, and its failure is shown.
      queries: { staleTime: STALE_MS, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
