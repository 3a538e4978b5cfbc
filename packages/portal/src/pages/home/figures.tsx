import type { Statistics, StatisticsReferrer } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { FigureButtons } from '../../components/charts/figure-buttons.tsx'
import { Funnel } from '../../components/charts/funnel.tsx'
import { type HeatColumn, HeatTable } from '../../components/charts/heat-table.tsx'
import { TrendChart } from '../../components/charts/trend-chart.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Select } from '../../components/fields/select.tsx'
import { Section } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { percentText } from '../../format/percent-text.ts'
import { referrerColumns, referrerKey } from '../referrers/referrer-columns.tsx'
import { useOpenReferrer } from '../referrers/use-open-referrer.ts'
import { Channels, channelWords } from './channels.tsx'
import { changeOf, changeText } from './compared-figure.ts'
import { dayText, monthText, pointText } from './day-text.ts'
import { type FigureName, figuresOf, type HomeFigure } from './home-figures.ts'
import { MoneySection } from './money-section.tsx'
import type { Interval, Range } from './range.ts'
import { RewardSection } from './reward-section.tsx'
import { type FunnelChannel, funnelChannels, shareFunnel } from './share-funnel.ts'

const intervalNames = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

/** The months that have come, in the time of the program. */
const columnsUntil = (presentMonth: number): readonly HeatColumn<Cohort>[] => [
  { name: 'month', label: 'Started in', cell: (it) => monthText(it.month) },
  { name: 'started', label: 'Started', cell: (it) => it.attributed.toLocaleString() },
  share('same', 'Same month', { from: 0, to: 0, presentMonth }),
  share('next', '1 later', { from: 1, to: 1, presentMonth }),
  share('second', '2 later', { from: 2, to: 2, presentMonth }),
  share('later', 'After', { from: 3, to: Number.POSITIVE_INFINITY, presentMonth }),
  share('all', 'By now', { from: 0, to: Number.POSITIVE_INFINITY, presentMonth }),
]

type FiguresProps = {
  readonly statistics: Statistics
  /** Referrers whose link was followed; null if not known. */
  readonly sharers: number | null
  readonly interval: Interval
  readonly figure: FigureName
  readonly onFigure: (figure: FigureName) => void
  /** The channel of the funnel; null for all. */
  readonly channel: FunnelChannel | null
  readonly onChannel: (channel: FunnelChannel | null) => void
}

const channelOptions = funnelChannels.map((value) => ({ value, label: channelWords[value] }))

/** The figures of a range, the most important first. */
export function Figures(props: FiguresProps) {
  const { statistics, sharers, interval, figure, onFigure, channel, onChannel } = props
  const { funnel, previous, intervals, referrers, money, channels, media, cohorts, rewards } = statistics
  const figures = figuresOf(statistics)
  const chosen = figures.find((it) => it.name === figure) ?? figures[0]
  return (
    <>
      <Notices statistics={statistics} />
      <section aria-label="Figures" className="flex flex-col gap-2">
        <FigureButtons
          label="Figures, each with its chart"
          figures={figures.map((it) => ({ ...it, value: it.format(it.value), hint: hintOf(it) }))}
          chosen={chosen?.name ?? 'started'}
          onChoose={onFigure}
        />
        {previous !== null && (
          <p className="text-xs text-soft">
            Compared with {dayText(previous.from)} to {dayText(previous.to)}, as many days before.
          </p>
        )}
      </section>
      <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
        {chosen !== undefined && (
          <Section title={`${chosen.label} by ${intervalNames[interval]}`}>
            <TrendChart
              label={`${chosen.label} by ${intervalNames[interval]}`}
              points={intervals.map((it, index) => ({
                name: pointText(it.from, interval),
                value: chosen.values[index] ?? 0,
              }))}
              format={chosen.format}
            />
          </Section>
        )}
        <Section title="From sharing to customer">
          <div className="mb-4">
            <Select
              label="How friends came"
              hasHiddenLabel
              empty="Every channel"
              options={channelOptions}
              value={channel}
              onChange={onChannel}
            />
          </div>
          <Funnel label="From sharing to customer" steps={shareFunnel(statistics, sharers, channel)} />
          <p className="mt-4 text-xs text-soft">
            Each step counts what happened in this range, so a step can be of an earlier click; percentages
            compare with the step before. Imported people are not counted. A visitor is the first click of a
            browser on a day.
          </p>
        </Section>
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <MoneySection money={money} before={previous?.money ?? []} />
          <Channels channels={channels} media={media} funnel={funnel} />
        </div>
        <RewardSection rewards={rewards} to={statistics.to} />
      </div>
      <TopReferrers referrers={referrers} range={statistics} />
      <Cohorts cohorts={cohorts} />
    </>
  )
}

function hintOf({ value, before, format }: HomeFigure) {
  const change = changeOf(value, before)
  if (change.isSame) return changeText(change)
  return (
    <>
      <span className="font-medium text-text">{changeText(change)}</span>
      {change.percent !== null && ` from ${format(before)}`}
    </>
  )
}

function Notices({ statistics: { recounting, dateClicksCounted } }: { readonly statistics: Statistics }) {
  return (
    <>
      {recounting && (
        <Notice kind="info" title="Figures are being counted again">
          The time zone of the program was changed. Until all is counted, days are those of the old one.
        </Notice>
      )}
      {dateClicksCounted !== null && (
        <Notice kind="info" title="The latest clicks are not counted yet">
          They appear within a few minutes.
        </Notice>
      )}
    </>
  )
}

type Cohort = Statistics['cohorts'][number]

/** How long friends take until they pay: the referrals of each month, and when they converted. */
function Cohorts({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
  const present = new Date(useNow()()).toISOString().slice(0, 7)
  return (
    <Section title="By month of the start">
      {cohorts.length === 0 ? (
        <p className="text-soft">No referral started in these months.</p>
      ) : (
        <HeatTable
          label="Referrals by month of the start"
          columns={columnsUntil(monthNumber(present))}
          rows={[...cohorts].reverse()}
          keyOf={(it) => it.month}
        />
      )}
      <p className="mt-3 text-xs text-soft">
        Of the referrals that started in one month, how many converted in the same month, one or two months
        later, and after that.
      </p>
    </Section>
  )
}

type Months = {
  /** So many months after the start. */
  readonly from: number
  readonly to: number
  readonly presentMonth: number
}

/** How many of the cohort converted so many months after they started; null for months that have not come yet. */
function share(name: string, label: string, { from, to, presentMonth }: Months): HeatColumn<Cohort> {
  const shareOf = ({ month, attributed, conversions }: Cohort) => {
    const start = monthNumber(month)
    if (start + from > presentMonth) return null
    const converted = conversions
      .filter((it) => monthNumber(it.month) - start >= from && monthNumber(it.month) - start <= to)
      .reduce((sum, it) => sum + it.converted, 0)
    return attributed === 0 ? 0 : converted / attributed
  }
  const cell = (it: Cohort) => {
    const found = shareOf(it)
    return found === null ? '–' : percentText(100 * found, 0)
  }
  return { name, label, cell, heat: shareOf }
}

function monthNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return year * 12 + number
}

type TopReferrersProps = {
  readonly referrers: readonly StatisticsReferrer[]
  readonly range: Pick<Range, 'from' | 'to'>
}

/** Lists the ten referrers with the most conversions of the range, with a link to the list of all. */
function TopReferrers({ referrers, range: { from, to } }: TopReferrersProps) {
  const tenantAlias = useTenantAlias()
  const open = useOpenReferrer()
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">Best referrers</h2>
        <Link
          to="/$tenantAlias/referrers"
          params={{ tenantAlias }}
          search={{ from, to }}
          className="text-link hover:underline"
        >
          All referrers
        </Link>
      </div>
      <DataTable
        label="Best referrers"
        columns={referrerColumns.filter((it) => !['visitors', 'ended', 'rate'].includes(it.name))}
        rows={referrers}
        keyOf={referrerKey}
        onOpen={open}
        empty={
          <EmptyState icon={<Trophy />} title="No conversions in this range">
            Referrers appear when a friend of theirs becomes a customer.
          </EmptyState>
        }
      />
    </section>
  )
}
