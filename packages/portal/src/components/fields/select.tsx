import { ChevronsUpDown } from 'lucide-react'
import { Field, type FieldProps } from './field.tsx'

export type Option<Value extends string = string> = { readonly value: Value; readonly label: string }

type OptionWords = string | { readonly label: string; readonly hint: string }

/** The options of a table of words, in its order: a value without words does not compile. */
export function optionsOf<Value extends string>(words: Readonly<Record<Value, OptionWords>>) {
  // The keys of the table are the values.
  const entries = Object.entries(words) as [Value, OptionWords][]
  return entries.map(([value, it]) => ({ value, ...(typeof it === 'string' ? { label: it } : it) }))
}

type SelectProps<Value extends string> = FieldProps & {
  readonly options: readonly Option<Value>[]
  readonly value: Value | null
  readonly onChange: (value: Value | null) => void
  /** The words of no choice, such as "Any status"; without them one option is always chosen. */
  readonly empty?: string
}

/** `<Select label="Type" options={types} value={type} onChange={setType} />`: the browser's own list, best up to 15 options. */
export function Select<const Value extends string>({
  options,
  value,
  onChange,
  empty,
  ...field
}: SelectProps<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <select
            {...control}
            value={value ?? ''}
            onChange={(event) =>
              onChange(options.find((it) => it.value === event.target.value)?.value ?? null)
            }
            className="control appearance-none truncate pr-8"
          >
            {(empty !== undefined || value === null) && <option value="">{empty ?? 'Choose …'}</option>}
            {options.map((it) => (
              <option key={it.value} value={it.value}>
                {it.label}
              </option>
            ))}
          </select>
          <ChevronsUpDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-soft"
          />
        </span>
      )}
    </Field>
  )
}
