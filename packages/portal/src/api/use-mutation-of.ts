import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { type AnswerOf, callOperation, type InputOf, type OperationName } from './client.ts'
import { useTenantAlias } from './use-tenant-alias.ts'
import { withSignIn } from './with-sign-in.ts'

type Options<Name extends OperationName> = {
  /** Another program than that of the page, such as the live one beside it. */
  readonly tenantAlias?: string
  readonly onSuccess?: (answer: AnswerOf<Name>, input: InputOf<Name>) => void
}

/**
 * Writes by an operation of the API: `const save = useMutationOf('updateWebhook')`, then `save.mutate({ params, body })`. A
 * submit that failed and is repeated with the same input is the same request for the service, so it acts once. After a
 * success all data of the program are read again.
 */
export function useMutationOf<Name extends OperationName>(
  name: Name,
  { onSuccess, ...options }: Options<Name> = {},
) {
  const aliasOfPage = useTenantAlias()
  const tenantAlias = options.tenantAlias ?? aliasOfPage
  const queries = useQueryClient()
  const keyFor = useSubmitKey()
  return useMutation({
    mutationFn: (input: InputOf<Name>) => {
      const request = { ...input, idempotencyKey: keyFor.current(input) }
      return withSignIn(() => callOperation(tenantAlias, name, request))
    },
    onSuccess: async (answer, input) => {
      keyFor.forget()
      onSuccess?.(answer, input)
      await queries.invalidateQueries({ queryKey: [tenantAlias] })
    },
  })
}

/** The key of a submit: the same until it succeeds or something else is submitted. */
function useSubmitKey() {
  const last = useRef<{ readonly text: string; readonly key: string } | null>(null)
  return {
    current(input: unknown): string {
      // An operation without input has no text of its own.
      const text = JSON.stringify(input) ?? ''
      if (last.current?.text !== text) last.current = { text, key: `portal-${crypto.randomUUID()}` }
      return last.current.key
    },
    forget() {
      last.current = null
    },
  }
}
