import type { Referral, Statistics as StatisticsAnswer } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useContext } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Page } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { TimeZone } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { BlockSkeleton } from '../../components/texts/skeleton.tsx'
import { todayIn } from '../../format/zoned-time.ts'
import { AttentionList } from './attention-list.tsx'
import { dayText } from './day-text.ts'
import { Figures } from './figures.tsx'
import type { FigureName } from './home-figures.ts'
import { lastActiveSearch, type RangeSearch, rangeOf } from './range.ts'
import { RangeField } from './range-field.tsx'
import type { FunnelChannel } from './share-funnel.ts'

const route = getRouteApi('/staff/$tenantAlias/home')

// Most programs have referrals, and never need it.
const NewProgram = lazy(() => import('./first-steps.tsx').then((it) => ({ default: it.NewProgram })))

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
      actions={isNew ? undefined : <RangeField {...{ search: shown, range, today }} onChange={change} />}
    >
      <div className="flex flex-col gap-6">
        <AttentionList />
        {first.isError ? (
          <ErrorState error={first.error} onRetry={first.refetch} />
        ) : first.data === undefined ? (
          <Loading />
        ) : isNew ? (
          <Suspense fallback={<BlockSkeleton label="First steps" height="22rem" />}>
            <NewProgram />
          </Suspense>
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
              onInterval={(interval) => change({ ...shown, interval })}
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

/** What has to happen while there are referrals, and none has ever converted; nothing afterwards. */
function NoConversion() {
  const tenantAlias = useTenantAlias()
  const converted = useOperation('listReferrals', { query: { sort: 'dateConverted', limit: 1 } })
  const isMissing = converted.data?.count === 0
  const integration = useOperation('readIntegration', undefined, { enabled: isMissing })
  if (!isMissing || integration.data === undefined) return null
  const isConnected = integration.data.steps.some(
    ({ step, state }) => step === 'PROCESSOR_CONNECTED' && state === 'DONE',
  )
  return (
    <Notice
      kind="info"
      title="No friend has paid yet"
      actions={
        <>
          <Link to="/$tenantAlias/referrals" params={{ tenantAlias }} search={{ status: 'IN_PROGRESS' }}>
            See who is in progress
          </Link>
          {!isConnected && (
            <Link to="/$tenantAlias/install" params={{ tenantAlias }} search={{ tab: 'authorize' }}>
              Connect your payment processor
            </Link>
          )}
        </>
      }
    >
      {isConnected
        ? 'A referral converts with the first payment that your payment processor charges the friend. Rewards of referrers, revenue and cost appear here then.'
        : 'A referral converts when your server reports the status PAID of the friend’s account, or when a connected payment processor charges it. Rewards of referrers, revenue and cost appear here then.'}
    </Notice>
  )
}
