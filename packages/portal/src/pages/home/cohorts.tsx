import type { Statistics } from '@goodword/client'
import { type HeatColumn, HeatTable } from '../../components/heat-table.tsx'
import { Section } from '../../components/page.tsx'
import { percentText } from '../../format/percent-text.ts'
import { monthText } from './day-text.ts'

type Cohort = Statistics['cohorts'][number]

const columns: readonly HeatColumn<Cohort>[] = [
  { name: 'month', label: 'Started in', cell: (it) => monthText(it.month) },
  { name: 'started', label: 'Started', cell: (it) => it.attributed.toLocaleString() },
  share('same', 'Same month', 0, 0),
  share('next', '1 later', 1, 1),
  share('second', '2 later', 2, 2),
  share('later', 'After', 3, Number.POSITIVE_INFINITY),
  share('all', 'By now', 0, Number.POSITIVE_INFINITY),
]

/** How long friends take until they pay: the referrals of each month, and when they converted. */
export function Cohorts({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
  return (
    <Section title="By month of the start">
      {cohorts.length === 0 ? (
        <p className="text-soft">No referral started in these months.</p>
      ) : (
        <HeatTable
          label="Referrals by month of the start"
          columns={columns}
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

/** How many of the cohort converted so many months after they started. */
function share(name: string, label: string, from: number, to: number): HeatColumn<Cohort> {
  const shareOf = ({ month, attributed, conversions }: Cohort) => {
    const start = monthNumber(month)
    const converted = conversions
      .filter((it) => monthNumber(it.month) - start >= from && monthNumber(it.month) - start <= to)
      .reduce((sum, it) => sum + it.converted, 0)
    return attributed === 0 ? 0 : converted / attributed
  }
  return { name, label, cell: (it) => percentText(100 * shareOf(it), 0), heat: shareOf }
}

function monthNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return year * 12 + number
}
