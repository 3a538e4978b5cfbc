import type { Referral, Statistics as StatisticsAnswer } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentProps, useContext } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { DateField } from '../../components/fields/date-field.tsx'
import { optionsOf, Select } from '../../components/fields/select.tsx'
import { Page } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { TimeZone } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { BlockSkeleton } from '../../components/texts/skeleton.tsx'
import { count } from '../../format/count.ts'
import { todayIn } from '../../format/zoned-time.ts'
import { AttentionList } from './attention-list.tsx'
import { dayText } from './day-text.ts'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import type { FigureName } from './home-figures.ts'
import { lastActiveSearch, type Range, type RangeSearch, rangeOf } from './range.ts'
import type { FunnelChannel } from './share-funnel.ts'

const route = getRouteApi('/staff/$tenantAlias/home')

const REFRESH_MS = 5000

const ranges: Readonly<Record<NonNullable<RangeSearch['range']>, string>> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  month: 'This month',
  own: 'Chosen days',
}

const intervals: Readonly<Record<Range['interval'], string>> = {
  DAY: 'By day',
  WEEK: 'By week',
  MONTH: 'By month',
}

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

/** What to do while people have codes, and no friend came by one; nothing while there are no people. */
function NoReferral({ refreshMs }: { readonly refreshMs: number }) {
  const tenantAlias = useTenantAlias()
  const people = useOperation('listUsers', { query: { limit: 1 } }, { refreshMs })
  if (people.data === undefined || people.data.count === 0) return null
  const total = people.data.totalCount
  return (
    <Notice
      kind="info"
      title={`${total === null ? 'More than 10,000 people' : count(total, 'person', 'people')} can refer, and no friend has come yet`}
      actions={
        <>
          <Link to="/$tenantAlias/users" params={{ tenantAlias }}>
            Find a share link
          </Link>
          <Link to="/$tenantAlias/widget" params={{ tenantAlias }}>
            Set up the widget
          </Link>
          <Link to="/$tenantAlias/emails" params={{ tenantAlias }}>
            Set up e-mails
          </Link>
        </>
      }
    >
      Each of them has a share link of their own, but has to see it: show it on your pages with the widget, or
      write to them. To try it yourself, open a share link in a private window, and sign up there as a friend.
    </Notice>
  )
}

type RangeBarProps = {
  readonly search: RangeSearch
  readonly range: Range
  readonly today: string
  readonly onChange: (search: RangeSearch) => void
}

/** Which days the figures are of, and how long each point of the trend is. */
function RangeBar({ search, range, today, onChange }: RangeBarProps) {
  const { from, to } = range
  return (
    <>
      <Select
        label="Range"
        hasHiddenLabel
        options={optionsOf(ranges)}
        value={search.range ?? '30d'}
        onChange={(it) =>
          onChange(it === 'own' ? { ...search, range: it, from, to } : { range: it ?? undefined })
        }
      />
      {search.range === 'own' && (
        <>
          <DateField
            label="From"
            hasHiddenLabel
            value={from}
            maximum={to}
            onChange={(it) => onChange({ ...search, from: it ?? undefined })}
          />
          <DateField
            label="To"
            hasHiddenLabel
            value={to}
            maximum={today}
            onChange={(it) => onChange({ ...search, to: it ?? undefined })}
          />
        </>
      )}
      <Select
        label="Interval"
        hasHiddenLabel
        options={optionsOf(intervals)}
        value={range.interval}
        onChange={(it) => onChange({ ...search, interval: it ?? undefined })}
      />
    </>
  )
}
