import { problemOf } from '../../api/problem.ts'
import { allowSignInDialog } from '../../api/with-sign-in.ts'
import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

type ErrorStateProps = { readonly error: unknown; readonly onRetry?: () => unknown }

/** `<ErrorState error={query.error} onRetry={query.refetch} />`: instead of what could not be read. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { title, text, requestId, canRetry } = problemOf(error)
  const retry = () => {
    allowSignInDialog()
    onRetry?.()
  }
  return (
    <Notice
      kind="danger"
      title={title}
      requestId={requestId}
      actions={onRetry !== undefined && canRetry ? <Button onClick={retry}>Try again</Button> : undefined}
    >
      {text}
    </Notice>
  )
}
