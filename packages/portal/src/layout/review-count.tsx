import { useQuery } from '@tanstack/react-query'
import { operationQuery } from '../api/use-operation.ts'

const REFRESH_MS = 60_000
const MAX_SHOWN = 99

/** How many referrals wait for a decision, behind the name of the page; nothing for none. */
export function ReviewCount({ tenantAlias }: { readonly tenantAlias: string }) {
  const attention = useQuery({
    ...operationQuery(tenantAlias, 'readAttention', undefined),
    refetchInterval: REFRESH_MS,
  })
  const waiting = attention.data?.items.find((it) => it.kind === 'REVIEW_WAITING')
  if (waiting === undefined) return null
  const isMore = waiting.isMore || waiting.count > MAX_SHOWN
  return (
    <span className="ml-auto rounded-full bg-accent px-1.5 text-xs font-medium text-on-accent">
      {isMore ? `${MAX_SHOWN}+` : waiting.count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
