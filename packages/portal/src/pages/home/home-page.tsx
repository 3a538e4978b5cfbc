import { getRouteApi } from '@tanstack/react-router'
import { useContext } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { TimeZone } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { AttentionList } from './attention-list.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { type Interval, type RangeSearch, rangeOf, todayIn } from './range.ts'
import { RangeBar } from './range-bar.tsx'

const route = getRouteApi('/staff/$tenantAlias/home')

const REFRESH_MS = 5000

export function HomePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const today = todayIn(useContext(TimeZone), Date.now())
  const range = rangeOf(search, today)
  const first = useOperation('listReferrals', { query: { limit: 1 } })
  // Read beside the question whether there is a referral, not after it.
  const statistics = useOperation('readStatistics', { query: range })
  const isNew = first.data?.totalCount === 0
  const change = (next: RangeSearch) => void navigate({ search: next, replace: true })
  return (
    <Page
      title="Home"
      actions={isNew ? undefined : <RangeBar {...{ search, range, today }} onChange={change} />}
    >
      <div className="flex flex-col gap-6">
        <AttentionList />
        {first.isError ? (
          <ErrorState error={first.error} onRetry={first.refetch} />
        ) : first.data === undefined ? (
          <Loading />
        ) : isNew ? (
          <NewProgram />
        ) : (
          <Statistics statistics={statistics} interval={range.interval} />
        )}
      </div>
    </Page>
  )
}

/** What a program without a referral has done so far; looked at again while the page is open. */
function NewProgram() {
  const integration = useOperation('readIntegration', undefined, { refreshMs: REFRESH_MS })
  useOperation('listReferrals', { query: { limit: 1 } }, { refreshMs: REFRESH_MS })
  if (integration.isError) return <ErrorState error={integration.error} onRetry={integration.refetch} />
  if (integration.data === undefined) return <BlockSkeleton label="First steps" height="22rem" />
  return <FirstSteps steps={integration.data.steps} />
}

type StatisticsProps = {
  readonly statistics: ReturnType<typeof useOperation<'readStatistics'>>
  readonly interval: Interval
}

function Statistics({ statistics, interval }: StatisticsProps) {
  if (statistics.isError) return <ErrorState error={statistics.error} onRetry={statistics.refetch} />
  if (statistics.data === undefined) return <Loading />
  return <Figures statistics={statistics.data} interval={interval} />
}

function Loading() {
  return (
    <>
      <BlockSkeleton label="Figures" height="6.5rem" />
      <BlockSkeleton label="Charts" height="20rem" />
    </>
  )
}
