import { useMutation, useQueryClient } from '@tanstack/react-query'
import { portalCall } from '../api/portal-call.ts'
import { withSignIn } from '../api/with-sign-in.ts'

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
