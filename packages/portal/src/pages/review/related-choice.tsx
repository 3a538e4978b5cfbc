import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { operationQuery } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import type { QueuedReferral } from './waiting-rewards.ts'

/** The API lists at most so many related referrals. */
const MAX_RELATED = 500

type RelatedChoiceProps = {
  readonly referral: QueuedReferral
  /** Whether the list has the related referrals alone. */
  readonly isShown: boolean
  readonly canChoose: boolean
  readonly onChoose: (referrals: readonly QueuedReferral[]) => void
}

/** What waits around a referral: how much it is, with a way to choose all of it and one to see it alone. */
export function RelatedChoice({ referral, isShown, canChoose, onChoose }: RelatedChoiceProps) {
  const queries = useQueryClient()
  const tenantAlias = useTenantAlias()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const others = referral.othersInCluster ?? 0
  if (others === 0) return null

  async function chooseAll() {
    setIsBusy(true)
    setError(null)
    try {
      const query = { cluster: referral.id, order: 'OLDEST', limit: MAX_RELATED } as const
      const asked = operationQuery(tenantAlias, 'listReferrals', { query })
      onChoose((await queries.fetchQuery({ ...asked, staleTime: 0 })).referrals)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-soft">{othersText(others)}</span>
        {canChoose && (
          <Button kind="quiet" isBusy={isBusy} onClick={() => void chooseAll()}>
            Choose all related referrals
          </Button>
        )}
        {!isShown && (
          <Link
            from="/$tenantAlias/review"
            to="."
            search={{ cluster: referral.id }}
            className="text-link hover:underline"
          >
            Show only these
          </Link>
        )}
      </p>
      {error !== null && <ErrorState error={error} />}
    </div>
  )
}

/** The number from which on the API counts no further. */
const MAX_COUNTED = 100

export function othersText(others: number): string {
  const number = others >= MAX_COUNTED ? `${MAX_COUNTED} or more` : others.toLocaleString()
  return `${number} ${others === 1 ? 'other waits' : 'others wait'} with it`
}
