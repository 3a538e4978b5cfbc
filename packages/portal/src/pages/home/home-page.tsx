import type { Attention, Referral, Statistics as StatisticsAnswer } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronRight, CircleCheck } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useContext } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { RangeField, useToday } from '../../components/fields/range-field.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { TimeZone } from '../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { BlockSkeleton } from '../../components/texts/skeleton.tsx'
import { daysText, dayText } from '../../format/days.ts'
import { count, moneyText, percentText } from '../../format/number-text.ts'
import { todayIn } from '../../format/zoned-time.ts'
import { Figures } from './figures.tsx'
import type { FigureName } from './home-figures.ts'
import { costOf, costShare, revenueBasis, revenueOf } from './money-figures.ts'
import { lastActiveSearch, type Range, type RangeSearch, rangeOf, rangeWords } from './range.ts'
import type { FunnelChannel } from './share-funnel.ts'

const route = getRouteApi('/staff/$tenantAlias/home')

// Most programs have referrals, and never need it.
const NewProgram = lazy(() => import('./first-steps.tsx').then((it) => ({ default: it.NewProgram })))

export function HomePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const timeZone = useContext(TimeZone)
  const today = useToday()
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
  const hasHeadline = !isNew && !first.isError && !statistics.isError
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
      actions={isNew ? undefined : <HomeRange {...{ search: shown, range, today }} onChange={change} />}
    >
      <div className="flex flex-col gap-6">
        {hasHeadline &&
          (first.data === undefined || statistics.data === undefined ? (
            <BlockSkeleton label="What referrals brought" height="3.875rem" />
          ) : (
            <Headline statistics={statistics.data} />
          ))}
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

/** The next step while no referral has converted yet; nothing afterwards. */
function NoConversion() {
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
          <ProgramLink isPlain page="referrals" search={{ status: 'IN_PROGRESS' }}>
            See who is in progress
          </ProgramLink>
          {!isConnected && (
            <ProgramLink isPlain page="install" search={{ tab: 'authorize' }}>
              Connect your payment processor
            </ProgramLink>
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

type Item = Attention['items'][number]

/** Where each kind is solved. */
const places = {
  CONNECTION_BROKEN: { to: '/$tenantAlias/install', search: { tab: 'authorize' }, where: 'Install' },
  CONNECTION_INCOMPLETE: { to: '/$tenantAlias/install', search: { tab: 'authorize' }, where: 'Install' },
  BILLS_WRONG: { to: '/$tenantAlias/bills', search: { state: 'WRONG' }, where: 'Bills' },
  DISCOUNTS_FAILED: { to: '/$tenantAlias/discounts', search: { state: 'FAILED' }, where: 'Discounts' },
  JOBS_FAILED: {
    to: '/$tenantAlias/install',
    search: { tab: 'notifications', state: 'FAILED' },
    where: 'Notifications',
  },
  WEBHOOKS_DISABLED: { to: '/$tenantAlias/webhooks', where: 'Webhooks' },
  WEBHOOKS_FAILING: { to: '/$tenantAlias/webhooks', where: 'Webhooks' },
  REVIEW_WAITING: { to: '/$tenantAlias/review', where: 'Review' },
  CONFIRMATION_WAITING: { to: '/$tenantAlias/review', search: { tab: 'unconfirmed' }, where: 'Review' },
  KEYS_EXPIRING: { to: '/$tenantAlias/install', search: { tab: 'keys' }, where: 'API keys' },
  IMPORTS_FAILED: { to: '/$tenantAlias/transfers', search: { tab: 'imports' }, where: 'Import / export' },
  EXPORTS_FAILED: { to: '/$tenantAlias/transfers', search: { tab: 'exports' }, where: 'Import / export' },
} as const

const ATTENTION_REFRESH_MS = 30_000

/** The subjects that need the attention of staff, each with a link to its page. */
function AttentionList() {
  const attention = useOperation('readAttention', undefined, { refreshMs: ATTENTION_REFRESH_MS })
  if (attention.isError || attention.data === undefined)
    return <Unread query={attention} label="What needs attention" height="3.25rem" />
  const { items } = attention.data
  if (items.length === 0) {
    return (
      <p className="card flex min-h-13 items-center gap-2 px-5 text-soft">
        <CircleCheck aria-hidden className="size-4 text-good" />
        Nothing needs your attention.
      </p>
    )
  }
  return (
    <section aria-label="Needs attention" className="card">
      <h2 className="px-5 pt-3.5 text-base font-semibold">Needs attention</h2>
      <ul className="py-2">
        {items.map((it) => (
          <li key={it.kind}>
            <AttentionLink item={it} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AttentionLink({ item: { kind, count, isMore, message } }: { readonly item: Item }) {
  const tenantAlias = useTenantAlias()
  // A newer service may have a kind that this page does not know.
  const known: (typeof places)[Item['kind']] | undefined = places[kind]
  const { where, ...target } = known ?? { to: '/$tenantAlias/settings', where: 'Settings' }
  return (
    <Link
      {...target}
      params={{ tenantAlias }}
      className="flex items-center gap-3 px-5 py-2 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-8 shrink-0">
        <Badge tone={kind.endsWith('_WAITING') ? 'info' : 'warning'}>
          {isMore ? `${count}+` : count.toLocaleString()}
        </Badge>
      </span>
      <span className="min-w-0 flex-1">{message}</span>
      <span className="flex shrink-0 items-center gap-1 text-link">
        <span className="max-sm:sr-only">{where}</span>
        <ChevronRight aria-hidden className="size-4" />
      </span>
    </Link>
  )
}

type HomeRangeProps = {
  readonly search: RangeSearch
  readonly range: Range
  readonly today: string
  readonly onChange: (search: RangeSearch) => void
}

/** The days that the figures are of. */
function HomeRange({ search, range: { from, to }, today, onChange }: HomeRangeProps) {
  const chosen = search.range ?? '30d'
  const days = daysText(from, to)
  return (
    <RangeField
      label="Range"
      names={rangeWords}
      chosen={chosen === 'own' ? null : chosen}
      shownDay={to}
      maximum={today}
      onChooseName={(name) => onChange({ range: name })}
      onChooseDays={(first, last) => onChange({ range: 'own', from: first, to: last })}
    >
      <span className="sr-only">Range: </span>
      {chosen === 'own' ? days : rangeWords[chosen]}
      {chosen !== 'own' && <span className="text-soft max-sm:hidden">{days}</span>}
    </RangeField>
  )
}

/** The revenue and the costs of referrals in the range, as one sentence. Money is in the first currency. */
function Headline({ statistics: { funnel, money, previous } }: { readonly statistics: StatisticsAnswer }) {
  const [main] = money
  const customers = count(funnel.converted, 'new customer')
  const before = previous?.money.find((it) => it.currency === main?.currency)
  const basis = revenueBasis([main, before])
  if (main === undefined || revenueOf(main, basis) === 0) {
    return (
      <Sentence>
        Referrals brought <Figure>{customers}</Figure> and{' '}
        <Figure>{count(funnel.attributed, 'sign-up')}</Figure>.
      </Sentence>
    )
  }
  const share = costShare(main, basis)
  return (
    <Sentence>
      Referrals brought <Figure>{moneyText(revenueOf(main, basis), main.currency)}</Figure> and{' '}
      <Figure>{customers}</Figure>
      {costOf(main) > 0 && (
        <>
          , and cost <Figure>{moneyText(costOf(main), main.currency)}</Figure>
          {share !== null && ` (${percentText(100 * share, 1)} of those bills)`}
        </>
      )}
      .
    </Sentence>
  )
}

function Sentence({ children }: { readonly children: ReactNode }) {
  return <p className="max-w-4xl text-xl leading-snug tracking-tight text-balance text-soft">{children}</p>
}

function Figure({ children }: { readonly children: string }) {
  return <strong className="font-semibold text-text">{children}</strong>
}
