import { daysLater, daysText, dayText } from '../../format/days.ts'
import { RangeField, useToday } from './range-field.tsx'

export type DayRange = { readonly from: string | undefined; readonly to: string | undefined }

type DayRangeFieldProps = DayRange & {
  /** The event of these days: "Started". */
  readonly label: string
  readonly onChange: (range: DayRange) => void
}

const names = {
  any: 'Any day',
  today: 'Today',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
}
type Name = keyof typeof names

/** `<DayRangeField label="Started" from={from} to={to} onChange={setRange} />`: a filter by days, both included. */
export function DayRangeField({ label, from, to, onChange }: DayRangeFieldProps) {
  const today = useToday()
  const starts: Readonly<Record<Name, string | undefined>> = {
    any: undefined,
    today,
    '7d': daysLater(today, -6),
    '30d': daysLater(today, -29),
    '90d': daysLater(today, -89),
    month: `${today.slice(0, 8)}01`,
  }
  // The keys of the record are the names.
  const all = Object.keys(starts) as Name[]
  return (
    <RangeField
      label={label}
      names={names}
      chosen={to === undefined ? (all.find((name) => starts[name] === from) ?? null) : null}
      shownDay={to ?? from}
      onChooseName={(name) => onChange({ from: starts[name], to: undefined })}
      onChooseDays={(first, last) => onChange({ from: first, to: last })}
    >
      <span className="text-soft">{label}: </span>
      {textOf(from, to)}
    </RangeField>
  )
}

function textOf(from: string | undefined, to: string | undefined): string {
  if (from !== undefined) return to === undefined ? `since ${dayText(from)}` : daysText(from, to)
  return to === undefined ? 'any day' : `until ${dayText(to)}`
}
