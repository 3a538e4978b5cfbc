import { ApiError, type Connection } from '@goodword/client'
import { useQuery } from '@tanstack/react-query'
import { useTenantAlias } from '../session/use-tenant.ts'
import { callOperation } from './client.ts'

type Options = { readonly refreshMs?: number | false }

/**
 * The connection to the payment processor, null without one. As an error, which is forgotten while it is read again, it
 * would take away the form to connect one whenever the page gets the focus.
 */
export function useConnection({ refreshMs = false }: Options = {}) {
  const tenantAlias = useTenantAlias()
  return useQuery({
    queryKey: [tenantAlias, 'readConnection', 'or null'],
    queryFn: () => connectionOf(tenantAlias),
    refetchInterval: refreshMs,
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
