import type { Statistics } from '@goodword/client'
import { Funnel } from '../../components/funnel.tsx'
import { LineChart } from '../../components/line-chart.tsx'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/page.tsx'
import { Stat, StatRow } from '../../components/stat.tsx'
import { count } from '../../format/count.ts'
import { moneyText } from '../../format/money-text.ts'
import { Channels } from './channels.tsx'
import { Cohorts } from './cohorts.tsx'
import { costOf, revenueOf } from './money-figures.ts'
import { MoneySection } from './money-section.tsx'
import type { Interval } from './range.ts'
import { TopReferrers } from './top-referrers.tsx'

const intervalNames = { DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

type FiguresProps = { readonly statistics: Statistics; readonly interval: Interval }

/** The figures of a range, the most important first. */
export function Figures({ statistics, interval }: FiguresProps) {
  const { funnel, intervals, referrers, money, channels, media, cohorts, rewards } = statistics
  const [main] = money
  const title = `Referrals by ${intervalNames[interval]}`
  return (
    <>
      {statistics.recounting && (
        <Notice kind="info" title="Figures are being counted again">
          The time zone of the program was changed. Until all is counted, days are those of the old one.
        </Notice>
      )}
      {statistics.dateClicksCounted !== null && (
        <Notice kind="info" title="The latest clicks are not counted yet">
          They appear within a few minutes.
        </Notice>
      )}
      <StatRow>
        <Stat
          label="Clicks on links"
          value={funnel.clicks.toLocaleString()}
          hint={count(funnel.visitors, 'visitor')}
        />
        <Stat
          label="Referrals started"
          value={funnel.attributed.toLocaleString()}
          hint={count(funnel.ended, 'ended', 'ended')}
        />
        <Stat
          label="Converted"
          value={funnel.converted.toLocaleString()}
          hint={
            funnel.conversionRate === null
              ? 'None started in this range'
              : `${funnel.conversionRate.toLocaleString()} % of those started`
          }
        />
        {main !== undefined && (
          <>
            <Stat
              label={main.charged > 0 ? 'Revenue' : 'First payments'}
              value={moneyText(revenueOf(main), main.currency)}
              hint={money.length > 1 ? 'By friends; other currencies below' : 'By friends'}
            />
            <Stat
              label="Cost"
              value={moneyText(costOf(main), main.currency)}
              hint="Discounts and redeemed credit"
            />
          </>
        )}
      </StatRow>
      <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
        <Section title={title}>
          <LineChart
            label={title}
            points={intervals.map((it) => pointText(it.from, interval))}
            series={[
              { name: 'Started', values: intervals.map((it) => it.attributed) },
              { name: 'Converted', values: intervals.map((it) => it.converted) },
            ]}
          />
        </Section>
        <Section title="From click to customer">
          <Funnel
            label="From click to customer"
            steps={[
              { label: 'Clicks', value: funnel.clicks },
              { label: 'People identified', value: funnel.identified },
              { label: 'Referrals started', value: funnel.attributed },
              { label: 'Converted', value: funnel.converted },
            ]}
          />
          <p className="mt-4 text-xs text-soft">
            Each step counts what happened in this range, so a step can be of an earlier click. Identified are
            all people whom your pages or server named for the first time; percentages compare with the step
            before.
          </p>
        </Section>
      </div>
      <MoneySection money={money} rewards={rewards} />
      <TopReferrers referrers={referrers} />
      <Channels channels={channels} media={media} />
      <Cohorts cohorts={cohorts} />
    </>
  )
}

/** Days are those of the program; only their names are made here. */
function pointText(day: string, interval: Interval): string {
  const format = new Intl.DateTimeFormat(undefined, {
    timeZone: 'UTC',
    ...(interval === 'MONTH' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' }),
  })
  return format.format(new Date(`${day}T00:00:00Z`))
}
