import { type ReactNode, useId } from 'react'
import { Hint } from './field.tsx'

type CheckboxProps = {
  readonly label: ReactNode
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
  readonly hint?: ReactNode
  readonly name?: string
  readonly disabled?: boolean
  /** Hides the label of a box in a row of a table. */
  readonly hasHiddenLabel?: boolean
}

/** `<Checkbox label="Include personal data" isChecked={on} onChange={setOn} hint="Names and e-mail addresses." />` */
export function Checkbox({
  label,
  isChecked,
  onChange,
  hint,
  name,
  disabled = false,
  hasHiddenLabel = false,
}: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex gap-2">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={isChecked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        className="mt-0.5 size-4 shrink-0 pointer-coarse:size-5"
      />
      <div>
        <label htmlFor={id} className={hasHiddenLabel ? 'sr-only' : undefined}>
          {label}
        </label>
        {hint !== undefined && <Hint id={`${id}-hint`} label={label} hint={hint} />}
      </div>
    </div>
  )
}
