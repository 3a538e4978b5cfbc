import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useTenantAlias } from '../session/use-tenant.ts'
import { type AnswerOf, callOperation, type InputOf, type OperationName } from './client.ts'

type Options = {
  /** Reads again after this time, for what changes by itself. */
  readonly refreshMs?: number | false
  readonly enabled?: boolean
}

/** Reads by an operation of the API, for the program and mode of the page: `useOperation('readProgram', {})`. */
export function useOperation<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  { refreshMs = false, enabled = true }: Options = {},
) {
  return useQuery({
    ...operationQuery(useTenantAlias(), name, input),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The same as a query, for prefetching and for several at once. */
export function operationQuery<Name extends OperationName>(
  tenantAlias: string,
  name: Name,
  input: InputOf<Name>,
) {
  return queryOptions<AnswerOf<Name>>({
    queryKey: [tenantAlias, name, input ?? {}],
    queryFn: () => callOperation(tenantAlias, name, input),
  })
}
