import { Field, type FieldProps } from './field.tsx'

type DateFieldProps = FieldProps & {
  /** A day as `2026-03-01`, or with `hasTime` a minute as `2026-03-01T12:30`; null for none. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly hasTime?: boolean
  readonly minimum?: string
  readonly maximum?: string
}

/** `<DateField label="From" value={from} onChange={setFrom} />` */
export function DateField({ value, onChange, hasTime = false, minimum, maximum, ...field }: DateFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type={hasTime ? 'datetime-local' : 'date'}
          value={value ?? ''}
          min={minimum}
          max={maximum}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          className="control"
        />
      )}
    </Field>
  )
}
