import type { Referral, Statistics as StatisticsAnswer } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, useContext } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { TimeZone } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { todayIn } from '../../format/zoned-time.ts'
import { AttentionList } from './attention-list.tsx'
import { dayText } from './day-text.ts'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import type { FigureName } from './home-figures.ts'
import { NoConversion } from './no-conversion.tsx'
import { NoReferral } from './no-referral.tsx'
import { lastActiveSearch, type RangeSearch, rangeOf } from './range.ts'
import { RangeBar } from './range-bar.tsx'
import type { FunnelChannel } from './share-funnel.ts'

const route = getRouteApi('/staff/$tenantAlias/home')

const REFRESH_MS = 5000

export function HomePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const now = useNow()
  const timeZone = useContext(TimeZone)
  const today = todayIn(timeZone, now())
  const first = useOperation('listReferrals', { query: { limit: 1 } })
  // Read beside the question whether there is a referral, not after it.
  const asked = rangeOf(search, today)
  const usual = useOperation('readStatistics', { query: { ...asked, compare: 'PREVIOUS_PERIOD' } })
  const lastDay = lastDayOf(first.data?.referrals[0], timeZone)
  // A range in the address of the page was chosen, and is shown even when it is empty.
  const isReplaced = search.range === undefined && lastDay !== null && isEmpty(usual.data)
  const shown = isReplaced ? lastActiveSearch(lastDay) : search
  const range = isReplaced ? rangeOf(shown, today) : asked
  const statistics = useOperation('readStatistics', { query: { ...range, compare: 'PREVIOUS_PERIOD' } })
  const { from, to } = range
  const sharers = useOperation('listTopReferrers', { query: { from, to, rankedBy: 'CLICKS', limit: 1 } })
  const isNew = first.data?.totalCount === 0
  const change = (next: RangeSearch) =>
    void navigate({
      search: ({ figure, channel }) => ({ ...next, figure, channel }),
      replace: true,
      resetScroll: false,
    })
  const show = (next: { readonly figure?: FigureName; readonly channel?: FunnelChannel | undefined }) =>
    void navigate({ search: (it) => ({ ...it, ...next }), replace: true, resetScroll: false })
  return (
    <Page
      title="Home"
      actions={isNew ? undefined : <RangeBar {...{ search: shown, range, today }} onChange={change} />}
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
          <>
            {isReplaced && (
              <Notice kind="info" title="Nothing happened in the last 30 days">
                These are the 30 days until the latest referral, {dayText(range.from)} to {dayText(range.to)}.
              </Notice>
            )}
            {statistics.data?.funnel.converted === 0 && <NoConversion />}
            <Statistics
              statistics={statistics}
              interval={range.interval}
              sharers={sharers.data?.totalCount ?? null}
              figure={search.figure ?? 'started'}
              onFigure={(figure) => show({ figure })}
              channel={search.channel ?? null}
              onChannel={(channel) => show({ channel: channel ?? undefined })}
            />
          </>
        )}
      </div>
    </Page>
  )
}

/** The day on which the newest referral started or converted. */
function lastDayOf(newest: Referral | undefined, timeZone: string): string | null {
  if (newest === undefined) return null
  return todayIn(timeZone, Math.max(newest.dateReferralStarted, newest.dateConverted ?? 0))
}

function isEmpty(statistics: StatisticsAnswer | undefined): boolean {
  if (statistics === undefined) return false
  const { clicks, attributed, converted } = statistics.funnel
  return clicks === 0 && attributed === 0 && converted === 0
}

/** What a program without a referral has done so far; looked at again while the page is open. */
function NewProgram() {
  const integration = useOperation('readIntegration', undefined, { refreshMs: REFRESH_MS })
  useOperation('listReferrals', { query: { limit: 1 } }, { refreshMs: REFRESH_MS })
  if (integration.isError) return <ErrorState error={integration.error} onRetry={integration.refetch} />
  if (integration.data === undefined) return <BlockSkeleton label="First steps" height="22rem" />
  return (
    <>
      <NoReferral refreshMs={REFRESH_MS} />
      <FirstSteps steps={integration.data.steps} />
    </>
  )
}

type StatisticsProps = Omit<ComponentProps<typeof Figures>, 'statistics'> & {
  readonly statistics: ReturnType<typeof useOperation<'readStatistics'>>
}

function Statistics({ statistics, ...shown }: StatisticsProps) {
  if (statistics.isError) return <ErrorState error={statistics.error} onRetry={statistics.refetch} />
  if (statistics.data === undefined) return <Loading />
  return <Figures statistics={statistics.data} {...shown} />
}

function Loading() {
  return (
    <>
      <BlockSkeleton label="Figures" height="6.5rem" />
      <BlockSkeleton label="Charts" height="20rem" />
    </>
  )
}
