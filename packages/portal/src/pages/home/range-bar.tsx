import { DateField } from '../../components/date-field.tsx'
import { optionsOf, Select } from '../../components/select.tsx'
import type { Range, RangeSearch } from './range.ts'

const ranges: Readonly<Record<NonNullable<RangeSearch['range']>, string>> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  month: 'This month',
  own: 'Chosen days',
}

const intervals: Readonly<Record<Range['interval'], string>> = {
  DAY: 'By day',
  WEEK: 'By week',
  MONTH: 'By month',
}

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
        options={optionsOf(ranges)}
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
        options={optionsOf(intervals)}
        value={range.interval}
        onChange={(it) => onChange({ ...search, interval: it ?? undefined })}
      />
    </>
  )
}
