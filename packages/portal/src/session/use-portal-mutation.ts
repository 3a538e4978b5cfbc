import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { portalCall } from '../api/portal-call.ts'
import { readWithSignIn, withSignIn } from '../api/with-sign-in.ts'

/** Reads an address of the portal itself: `usePortalQuery<Answer>(['account', 'sessions'], '/portal/account/sessions')`. */
export function usePortalQuery<Answer>(
  queryKey: readonly string[],
  path: string,
  options: {
    readonly enabled?: boolean
    readonly staleTime?: number
    readonly refetchInterval?: number
  } = {},
) {
  return useQuery({
    queryKey,
    queryFn: () => readWithSignIn(() => portalCall<Answer>('GET', path)),
    ...options,
  })
}

type Call = {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly body?: unknown
}

/** Changes the person's own account, whose data are then read again. */
export function usePortalMutation<Answer = unknown>(onSuccess?: (answer: Answer) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ method, path, body }: Call) => withSignIn(() => portalCall<Answer>(method, path, body)),
    onSuccess: async (answer) => {
      onSuccess?.(answer)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['session'] }),
        queries.invalidateQueries({ queryKey: ['account'] }),
      ])
    },
  })
}
