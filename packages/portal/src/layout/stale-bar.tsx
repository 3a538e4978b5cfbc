import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { problemOf } from '../api/problem.ts'
import { allowSignInDialog } from '../api/with-sign-in.ts'

/** Says that the data of a page could not be refreshed; they stay on the page with all typed values. */
export function StaleBar() {
  const queries = useQueryClient()
  const error = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => failedRefreshes(queries)[0]?.state.error ?? null,
  )
  const [isBusy, setBusy] = useState(false)
  if (error === null) return null
  const retry = async () => {
    setBusy(true)
    allowSignInDialog()
    await Promise.all(failedRefreshes(queries).map((it) => it.fetch().catch(() => undefined)))
    setBusy(false)
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-warning-soft px-4 py-1.5 text-center"
    >
      <span>{problemOf(error).title}, so what you see may be old.</span>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => void (isBusy || retry())}
        className="font-medium underline"
      >
        Try again
      </button>
    </div>
  )
}

/** The queries of the page whose refresh failed for a temporary reason. */
function failedRefreshes(queries: QueryClient) {
  return queries.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state }) =>
      state.status === 'error' && state.data !== undefined && problemOf(state.error).canRetry,
  })
}
