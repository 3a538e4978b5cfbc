import type { AnswerOf, OperationName } from '../../api/client.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useToast } from './toast.tsx'

type Options<Name extends OperationName> = {
  /** The text of the toast after a success. */
  readonly done: string | ((answer: AnswerOf<Name>) => string)
  readonly tenantAlias?: string
  readonly onSuccess?: (answer: AnswerOf<Name>) => void
}

/** `useMutationOf` with a toast: `useMutationWithToast('blockAccount', { done: 'The account was blocked.', onSuccess: onClose })`. */
export function useMutationWithToast<Name extends OperationName>(
  name: Name,
  { done, onSuccess, ...options }: Options<Name>,
) {
  const showToast = useToast()
  return useMutationOf(name, {
    ...options,
    onSuccess: (answer) => {
      onSuccess?.(answer)
      showToast({ text: typeof done === 'string' ? done : done(answer) })
    },
  })
}
