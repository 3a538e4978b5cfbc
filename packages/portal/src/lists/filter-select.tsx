import { type Option, Select } from '../components/fields/select.tsx'

type FilterSelectProps<Value extends string> = {
  /** Read by screen readers alone: `empty` says the same in sight. */
  readonly label: string
  /** The words of no choice, if they are others than "Any status". */
  readonly empty?: string
  readonly options: readonly Option<Value>[]
  /** The value as the address has it. */
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
}

/** A filter of a list by one of some values. */
export function FilterSelect<const Value extends string>({
  label,
  empty = `Any ${label.toLowerCase()}`,
  value,
  onChange,
  ...field
}: FilterSelectProps<Value>) {
  return (
    <Select
      {...field}
      {...{ label, empty }}
      hasHiddenLabel
      value={value ?? null}
      onChange={(it) => onChange(it ?? undefined)}
    />
  )
}
