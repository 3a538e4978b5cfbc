import type { Statistics } from '@goodword/client'
import { type HeatColumn, HeatTable } from '../../components/heat-table.tsx'
import { Section } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { percentText } from '../../format/percent-text.ts'
import { monthText } from './day-text.ts'

type Cohort = Statistics['cohorts'][number]

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

/** How long friends take until they pay: the referrals of each month, and when they converted. */
export function Cohorts({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
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
