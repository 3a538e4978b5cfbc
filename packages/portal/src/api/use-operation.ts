import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf, callOperation, type InputOf, type OperationName } from './client.ts'
import { problemOf } from './problem.ts'
import { useTenantAlias } from './use-tenant-alias.ts'
import { readWithSignIn } from './with-sign-in.ts'

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
  const result = useQuery({
    ...operationQuery(useTenantAlias(), name, input),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
    enabled,
  })
  // While the service does not answer, earlier data and typed values stay on the page; `StaleBar` says that they may be
  // old. A refusal is shown instead of the data.
  return result.isRefetchError && problemOf(result.error).canRetry
    ? { ...result, isError: false as const, error: null }
    : result
}

/** The operation as a query, for prefetching and for several at once. */
export function operationQuery<Name extends OperationName>(
  tenantAlias: string,
  name: Name,
  input: InputOf<Name>,
) {
  return queryOptions<AnswerOf<Name>>({
    queryKey: [tenantAlias, name, input ?? {}],
    queryFn: () => readWithSignIn(() => callOperation(tenantAlias, name, input)),
  })
}
