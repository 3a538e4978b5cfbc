import type { Statistics } from '@goodword/client'
import { FigureButtons } from '../../components/figure-buttons.tsx'
import { Funnel } from '../../components/funnel.tsx'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/page.tsx'
import { Select } from '../../components/select.tsx'
import { TrendChart } from '../../components/trend-chart.tsx'
import { Channels, channelWords } from './channels.tsx'
import { Cohorts } from './cohorts.tsx'
import { changeOf, changeText } from './compared-figure.ts'
import { dayText, pointText } from './day-text.ts'
import { type FigureName, figuresOf, type HomeFigure } from './home-figures.ts'
import { MoneySection } from './money-section.tsx'
import type { Interval } from './range.ts'
import { RewardSection } from './reward-section.tsx'
import { type FunnelChannel, funnelChannels, shareFunnel } from './share-funnel.ts'
import { TopReferrers } from './top-referrers.tsx'

const intervalNames = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

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
