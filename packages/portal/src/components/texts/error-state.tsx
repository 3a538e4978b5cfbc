import type { ReactNode } from 'react'
import { problemOf } from '../../api/problem.ts'
import { allowSignInDialog } from '../../api/with-sign-in.ts'
import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'
import { BlockSkeleton, TextSkeleton } from './skeleton.tsx'

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

type Query<Data> = {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

type UnreadProps = {
  readonly query: Query<unknown>
  /** The name of what is read, for screen readers. */
  readonly label: string
  readonly lines?: number
  /** The height of a block that is read, such as `22rem`; without it a text is read. */
  readonly height?: string
}

/** `<Unread query={account} label="Account" lines={6} />`: instead of what is not read yet, or could not be read. */
export function Unread({ query, label, lines, height }: UnreadProps) {
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} />
  if (height !== undefined) return <BlockSkeleton label={label} height={height} />
  return <TextSkeleton label={label} lines={lines} />
}

type LoadedProps<Data> = Omit<UnreadProps, 'query'> & {
  readonly query: Query<Data>
  readonly children: (data: Data) => ReactNode
}

/** `<Loaded query={account} label="Account" lines={6}>{(account) => …}</Loaded>`: what was read, or `Unread`. */
export function Loaded<Data>({ children, ...unread }: LoadedProps<Data>) {
  const { isError, data } = unread.query
  return isError || data === undefined ? <Unread {...unread} /> : children(data)
}
