import { DateField } from './date-field.tsx'

export type DayRange = { readonly from: string | undefined; readonly to: string | undefined }

type DayRangeFieldProps = DayRange & {
  /** The event of these days: "Started". */
  readonly label: string
  readonly onChange: (range: DayRange) => void
}

/** `<DayRangeField label="Started" from={from} to={to} onChange={setRange} />`: a filter by days, both included. */
export function DayRangeField({ label, from, to, onChange }: DayRangeFieldProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-2 gap-y-1 [&>div]:w-38">
      <legend className="sr-only">{label}</legend>
      <span aria-hidden className="text-soft">
        {label} from
      </span>
      <DateField
        label={`${label} from`}
        hasHiddenLabel
        value={from ?? null}
        {...(to === undefined ? {} : { maximum: to })}
        onChange={(it) => onChange({ from: it ?? undefined, to })}
      />
      <span aria-hidden className="text-soft">
        to
      </span>
      <DateField
        label={`${label} to`}
        hasHiddenLabel
        value={to ?? null}
        {...(from === undefined ? {} : { minimum: from })}
        onChange={(it) => onChange({ from, to: it ?? undefined })}
      />
    </fieldset>
  )
}
