import type { Statistics } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Funnel } from '../../components/funnel.tsx'
import { LineChart } from '../../components/line-chart.tsx'
import { moneyText } from '../../components/money.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Select } from '../../components/select.tsx'
import { BlockSkeleton } from '../../components/skeleton.tsx'
import { Stat, StatRow } from '../../components/stat.tsx'
import { count } from '../../format/count.ts'
import { TopReferrers } from './top-referrers.tsx'

const route = getRouteApi('/staff/$tenantAlias/home')

const ranges = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const

export function HomePage() {
  const { days = '30' } = route.useSearch()
  const navigate = route.useNavigate()
  const statistics = useOperation('readStatistics', { query: { from: firstDay(Number(days)) } })
  return (
    <Page
      title="Home"
      actions={
        <Select
          label="Range"
          hasHiddenLabel
          options={ranges}
          value={days}
          onChange={(it) => void navigate({ search: { days: it ?? undefined }, replace: true })}
        />
      }
    >
      {statistics.isError ? (
        <ErrorState error={statistics.error} onRetry={statistics.refetch} />
      ) : statistics.data === undefined ? (
        <div className="flex flex-col gap-6">
          <BlockSkeleton label="Figures" height="6.5rem" />
          <BlockSkeleton label="Charts" height="20rem" />
        </div>
      ) : (
        <Figures statistics={statistics.data} />
      )}
    </Page>
  )
}

function Figures({ statistics }: { readonly statistics: Statistics }) {
  const { funnel, intervals, referrers } = statistics
  return (
    <div className="flex flex-col gap-6">
      <StatRow>
        <Stat
          label="Clicks"
          value={funnel.clicks.toLocaleString()}
          hint={count(funnel.visitors, 'visitor')}
        />
        <Stat label="Referrals started" value={funnel.attributed.toLocaleString()} />
        <Stat
          label="Converted"
          value={funnel.converted.toLocaleString()}
          hint={
            funnel.conversionRate === null ? undefined : `${funnel.conversionRate} % of those who started`
          }
        />
        {statistics.money.slice(0, 2).map((it) => (
          <Revenue key={it.currency} money={it} />
        ))}
      </StatRow>
      <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
        <Section title="Referrals by day">
          <LineChart
            label="Referrals by day"
            points={intervals.map((it) => dayText(it.from))}
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
              { label: 'Visitors', value: funnel.visitors },
              { label: 'Referrals started', value: funnel.attributed },
              { label: 'Converted', value: funnel.converted },
            ]}
          />
        </Section>
      </div>
      <TopReferrers referrers={referrers} />
    </div>
  )
}

/** What friends paid: as the payment processor charged it, else as the merchant's server reported it. */
function Revenue({ money }: { readonly money: Statistics['money'][number] }) {
  const { charged, refunded, reported, discounts, creditRedeemed, currency } = money
  const isCharged = charged > 0 || reported === 0
  return (
    <Stat
      label={isCharged ? 'Revenue from friends' : 'First payments of friends'}
      value={moneyText(isCharged ? charged - refunded : reported, currency)}
      hint={`${moneyText(discounts + creditRedeemed, currency)} in discounts and credit`}
    />
  )
}

/** A day of the range; the service reads it in the program's time zone. */
function firstDay(days: number): string {
  const day = new Date(Date.now() - (days - 1) * 86_400_000)
  return day.toISOString().slice(0, 10)
}

function dayText(day: string): string {
  const format = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${day}T00:00:00Z`))
}
