import { type ReactNode, useId } from 'react'
import { FieldGroup } from './field.tsx'

type RadioGroupProps<Value extends string> = {
  readonly label: string
  readonly name?: string
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly hint?: ReactNode
  }[]
  readonly value: Value | null
  readonly onChange: (value: Value) => void
}

/** `<RadioGroup label="Type" options={types} value={type} onChange={setType} />`: up to five choices, all seen at once. */
export function RadioGroup<const Value extends string>({
  label,
  name,
  options,
  value,
  onChange,
}: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <FieldGroup label={label} name={name}>
      {options.map((it) => (
        <label key={it.value} className="flex gap-2">
          <input
            type="radio"
            name={id}
            value={it.value}
            checked={it.value === value}
            onChange={() => onChange(it.value)}
            className="mt-0.5 size-4 shrink-0 pointer-coarse:size-5"
          />
          <span className="min-w-0 break-words">
            {it.label}
            {it.hint !== undefined && <span className="block text-xs text-soft">{it.hint}</span>}
          </span>
        </label>
      ))}
    </FieldGroup>
  )
}
