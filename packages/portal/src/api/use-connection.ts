import { ApiError, type Connection } from '@goodword/client'
import { useQuery } from '@tanstack/react-query'
import { callOperation } from './client.ts'
import { useTenantAlias } from './use-tenant-alias.ts'
import { readWithSignIn } from './with-sign-in.ts'

type Options = { readonly refreshMs?: number | false }

/**
 * The connection to the payment processor, null without one. As an error, which is forgotten while it is read again, it
 * would take away the form to connect one whenever the page gets the focus.
 */
export function useConnection({ refreshMs = false }: Options = {}) {
  const tenantAlias = useTenantAlias()
  return useQuery({
    queryKey: [tenantAlias, 'readConnection', 'or null'],
    queryFn: () => readWithSignIn(() => connectionOf(tenantAlias)),
    // Without a connection each read is a failed request in the console of the browser and in the log. It is read again when
    // one is made here, and when the page is opened.
    refetchInterval: ({ state }) => (state.data === null ? false : refreshMs),
    refetchOnWindowFocus: ({ state }) => state.data !== null,
  })
}

async function connectionOf(tenantAlias: string): Promise<Connection | null> {
  try {
    return await callOperation(tenantAlias, 'readConnection', undefined)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PROCESSOR_NOT_CONNECTED') return null
    throw error
  }
}
