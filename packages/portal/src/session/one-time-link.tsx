import { ApiError } from '@goodword/client'
import { Link } from '@tanstack/react-router'
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
