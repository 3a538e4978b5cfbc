import { DateField } from '../../components/date-field.tsx'
import { Select } from '../../components/select.tsx'
import type { Range, RangeSearch } from './range.ts'

const ranges = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
  { value: 'month', label: 'This month' },
  { value: 'own', label: 'Chosen days' },
] as const

const intervals = [
  { value: 'DAY', label: 'By day' },
  { value: 'WEEK', label: 'By week' },
  { value: 'MONTH', label: 'By month' },
] as const

type RangeBarProps = {
  readonly search: RangeSearch
  readonly range: Range
  readonly today: string
  readonly onChange: (search: RangeSearch) => void
}

/** Which days the figures are of, and how long each point of the trend is. */
export function RangeBar({ search, range, today, onChange }: RangeBarProps) {
  const { from, to } = range
  return (
    <>
      <Select
        label="Range"
        hasHiddenLabel
        options={ranges}
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
        options={intervals}
        value={range.interval}
        onChange={(it) => onChange({ ...search, interval: it ?? undefined })}
      />
    </>
  )
}
