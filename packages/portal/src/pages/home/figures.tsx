import type { Statistics } from '@goodword/client'
import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type HeatColumn, HeatTable } from '../../components/charts/heat-table.tsx'
import { TrendChart } from '../../components/charts/trend-chart.tsx'
import { classes } from '../../components/classes.ts'
import { optionsOf, Select } from '../../components/fields/select.tsx'
import { Section } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { Notice } from '../../components/texts/notice.tsx'
import { dayText, textOfDay } from '../../format/days.ts'
import { percentText } from '../../format/number-text.ts'
import { BestReferrers } from './best-referrers.tsx'
import { Channels, channelWords } from './channels.tsx'
import { changeOf } from './compared-figure.ts'
import { type FigureName, figuresOf, type HomeFigure } from './home-figures.ts'
import { Lately } from './lately.tsx'
import { MoneySection } from './money-section.tsx'
import type { Interval } from './range.ts'
import { RewardSection } from './reward-section.tsx'
import { type FunnelChannel, funnelChannels, shareFunnel } from './share-funnel.ts'

const intervalWords = { DAY: 'By day', WEEK: 'By week', MONTH: 'By month' } as const
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
  readonly interval: Interval
  readonly onInterval: (interval: Interval) => void
  readonly figure: FigureName
  readonly onFigure: (figure: FigureName) => void
  /** The channel of the funnel; null for all. */
  readonly channel: FunnelChannel | null
  readonly onChannel: (channel: FunnelChannel | null) => void
}

const channelOptions = funnelChannels.map((value) => ({ value, label: channelWords[value] }))

/** The figures of a range, the most important first. */
export function Figures(props: FiguresProps) {
  const { statistics, interval, onInterval, figure, onFigure, channel, onChannel } = props
  const { funnel, previous, intervals, referrers, money, channels, media, cohorts, rewards } = statistics
  const figures = figuresOf(statistics)
  const chosen = figures.find((it) => it.name === figure) ?? figures[0]
  return (
    <>
      <Notices statistics={statistics} />
      <section aria-label="Figures" className="card overflow-hidden">
        <FigureButtons
          label="Figures, each with its chart"
          figures={figures.map((it) => ({
            ...it,
            value: it.format(it.value),
            hint: previous === null ? '' : <Comparison figure={it} />,
          }))}
          chosen={chosen?.name ?? 'started'}
          onChoose={onFigure}
        />
        <div className="flex flex-wrap items-center justify-between gap-2 px-5 pt-4">
          <h2 className="font-semibold">
            {chosen?.label} by {intervalNames[interval]}
          </h2>
          <Select
            label="Interval"
            hasHiddenLabel
            options={optionsOf(intervalWords)}
            value={interval}
            onChange={(it) => it !== null && onInterval(it)}
          />
        </div>
        <div className="px-5 pt-2 pb-4">
          {chosen !== undefined && (
            <TrendChart
              label={`${chosen.label} by ${intervalNames[interval]}`}
              points={intervals.map((it, index) => ({
                name: pointText(it.from, interval),
                value: chosen.values[index] ?? 0,
              }))}
              format={chosen.format}
            />
          )}
          {previous !== null && (
            <p className="mt-2 text-xs text-soft">
              Compared with {dayText(previous.from)} to {dayText(previous.to)}, as many days before.
            </p>
          )}
        </div>
      </section>
      <div className="grid gap-6 lg:grid-cols-2">
        <BestReferrers referrers={referrers} range={statistics} />
        <Lately />
        <Section
          title="From click to customer"
          actions={
            <Select
              label="How friends came"
              hasHiddenLabel
              empty="Every channel"
              options={channelOptions}
              value={channel}
              onChange={onChannel}
            />
          }
        >
          <Funnel label="From click to customer" steps={shareFunnel(statistics, channel)} />
          <p className="mt-4 text-xs text-soft">
            Each step counts what happened in this range, so a step can be of an earlier click. Imported
            people are not counted. A visitor is the first click of a browser on a day.
          </p>
        </Section>
        <Channels channels={channels} media={media} funnel={funnel} />
        <MoneySection money={money} before={previous?.money ?? []} />
        <RewardSection rewards={rewards} to={statistics.to} />
      </div>
      <Cohorts cohorts={cohorts} />
    </>
  )
}

/** The change against the days before. Costs are neither better nor worse. */
function Comparison({ figure: { name, value, before, base, format } }: { readonly figure: HomeFigure }) {
  const { direction, text } = changeOf(value, before, { base, format })
  if (direction === 'SAME') return text
  const isBetter = direction === 'UP'
  const Arrow = isBetter ? ArrowUpRight : ArrowDownRight
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <span
        className={classes(
          'flex items-center gap-0.5 font-medium',
          name === 'cost' ? 'text-text' : isBetter ? 'text-good' : 'text-danger',
        )}
      >
        <Arrow aria-hidden className="size-3.5" />
        {text}
      </span>
      from {format(before)}
    </span>
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

type Step = { readonly label: string; readonly value: number; readonly hint?: string }

/** `<Funnel label="From click to customer" steps={[{ label: 'Clicks', value: 120 }, …]} />`: bars beside their numbers. */
function Funnel({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) {
  const largest = Math.max(1, ...steps.map((it) => it.value))
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {steps.map(({ label: name, value, hint }, index) => (
        <li key={name}>
          <div className="flex items-baseline justify-between gap-4">
            <span>{name}</span>
            <span>
              <strong className="font-semibold">{value.toLocaleString()}</strong>
              <span className="ml-2 inline-block min-w-14 text-right text-xs text-soft">
                {hint ?? shareText(value, steps[index - 1]?.value)}
              </span>
            </span>
          </div>
          <div aria-hidden className="mt-1 h-2.5 overflow-hidden rounded bg-neutral-soft">
            <div
              className="h-full rounded bg-series-1"
              style={{ width: `${value === 0 ? 0 : Math.max(0.5, (value / largest) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** How many of the step before; nothing for the first, and for a step that counts something wider. */
function shareText(value: number, before: number | undefined): string {
  if (before === undefined || before === 0 || value > before) return ''
  const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
  return share.format(value / before)
}

type FigureButton<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly value: string
  /** A comparison or an explanation. */
  readonly hint: ReactNode
}

type FigureButtonsProps<Name extends string> = {
  readonly label: string
  readonly figures: readonly FigureButton<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** `<FigureButtons label="Figures" figures={figures} chosen={name} onChoose={choose} />`: figures, one of which is looked at. */
function FigureButtons<Name extends string>({ label, figures, chosen, onChoose }: FigureButtonsProps<Name>) {
  // One size for all of them, in which the longest fits its box.
  const longest = Math.max(...figures.map((it) => it.value.length))
  const size =
    longest > 11 ? 'text-lg sm:text-xl' : longest > 8 ? 'text-xl sm:text-2xl' : 'text-2xl sm:text-3xl'
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-px border-b border-line bg-line">
      {figures.map((it) => (
        <button
          key={it.name}
          type="button"
          aria-pressed={it.name === chosen}
          onClick={() => onChoose(it.name)}
          className={classes(
            'flex grow basis-36 flex-col items-start border-b-2 bg-surface px-4 py-4 text-left sm:basis-44 hover:bg-hover focus-visible:-outline-offset-2',
            it.name === chosen ? 'border-accent' : 'border-transparent',
          )}
        >
          <span className="text-soft">{it.label}</span>
          <span className={classes('mt-1 font-semibold tracking-tight', size)}>{it.value}</span>
          <span className="mt-0.5 text-xs text-soft">{it.hint}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** A point of the chart. */
function pointText(day: string, interval: Interval): string {
  return textOfDay(
    day,
    interval === 'MONTH' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' },
  )
}

/** A month such as `2026-03`: `Mar 2026`. */
function monthText(month: string): string {
  return textOfDay(`${month}-01`, { month: 'short', year: 'numeric' })
}
