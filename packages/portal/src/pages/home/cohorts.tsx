import type { Statistics } from '@goodword/client'
import { type Column, DataTable } from '../../components/data-table.tsx'

type Cohort = Statistics['cohorts'][number]

const columns: readonly Column<Cohort>[] = [
  { name: 'month', label: 'Started in', isTitle: true, cell: (it) => monthText(it.month) },
  { name: 'started', label: 'Started', isNumeric: true, cell: (it) => it.attributed.toLocaleString() },
  {
    name: 'converted',
    label: 'Converted by now',
    isNumeric: true,
    cell: ({ converted, conversionRate }) =>
      conversionRate === null
        ? converted.toLocaleString()
        : `${converted.toLocaleString()} (${conversionRate.toLocaleString()} %)`,
  },
  { name: 'same', label: 'In the same month', isNumeric: true, cell: (it) => after(it, 0, 0) },
  { name: 'next', label: '1 month later', isNumeric: true, cell: (it) => after(it, 1, 1) },
  { name: 'second', label: '2 months later', isNumeric: true, cell: (it) => after(it, 2, 2) },
  { name: 'later', label: 'Later', isNumeric: true, cell: (it) => after(it, 3, Number.POSITIVE_INFINITY) },
]

/** How long friends take until they pay: the referrals of each month, and when they converted. */
export function Cohorts({ cohorts }: { readonly cohorts: readonly Cohort[] }) {
  return (
    <section>
      <h2 className="text-base font-semibold">By month of the start</h2>
      <p className="mt-1 mb-3 text-soft">
        The referrals that started in one month, and how long they took to convert.
      </p>
      <DataTable
        label="Referrals by month of the start"
        columns={columns}
        rows={[...cohorts].reverse()}
        keyOf={(it) => it.month}
        empty={<p className="card px-5 py-4 text-soft">No referral started in these months.</p>}
      />
    </section>
  )
}

/** How many of the cohort converted so many months after they started. */
function after({ month, conversions }: Cohort, from: number, to: number): string {
  const start = monthNumber(month)
  return conversions
    .filter((it) => monthNumber(it.month) - start >= from && monthNumber(it.month) - start <= to)
    .reduce((sum, it) => sum + it.converted, 0)
    .toLocaleString()
}

function monthNumber(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return year * 12 + number
}

function monthText(month: string): string {
  const format = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
