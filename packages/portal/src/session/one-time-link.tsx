import { ApiError } from '@goodword/client'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonLook } from '../components/button.tsx'
import { ErrorState } from '../components/texts/error-state.tsx'

type LinkProblemProps = {
  readonly error: unknown
  /** How to get another link. */
  readonly remedy: ReactNode
}

/** Shown instead of a form when a one-time link is not valid. */
export function LinkProblem({ error, remedy }: LinkProblemProps) {
  const isSpent = error === null || (error instanceof ApiError && error.code === 'LINK_NOT_VALID')
  if (!isSpent) return <ErrorState error={error} />
  return (
    <div className="flex flex-col gap-4">
      <p>This link is incomplete, was used already, or has expired. {remedy}</p>
      <Link to="/sign-in" className={buttonLook('secondary')}>
        Go to the sign-in
      </Link>
    </div>
  )
}

/** Opens the home page of a program after a sign-in; what an earlier session has read is forgotten. */
export function useArrive(): (answer: { readonly tenantAlias: string }) => void {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return ({ tenantAlias }) => {
    queries.clear()
    void navigate({ to: '/$tenantAlias/home', params: { tenantAlias }, replace: true })
  }
}
