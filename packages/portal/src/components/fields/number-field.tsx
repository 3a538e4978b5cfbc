import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { type FieldLimits, useFieldLimits } from './form-errors.ts'

export type NumberFieldProps = FieldProps & {
  /** Null while it is empty. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  /** Shown behind the number, such as `%` or `EUR`. */
  readonly unit?: string
  readonly decimals?: number
  /** The limits are those of the form’s rules where they are left out. */
  readonly minimum?: number
  readonly maximum?: number
}

/** `<NumberField label="Months" name="months" value={months} onChange={setMonths} minimum={1} />` */
export function NumberField({
  value,
  onChange,
  unit,
  decimals = 0,
  minimum: ownMinimum,
  maximum: ownMaximum,
  ...field
}: NumberFieldProps) {
  const limits = useFieldLimits(field.name)
  const minimum = ownMinimum ?? limits.minimum
  const maximum = ownMaximum ?? limits.maximum
  const [text, setText] = useState(() => textOf(value))
  const typed = numberOf(text)
  // A new value of the property replaces the typed text, unless both are the same number.
  const shown = typed === value || (typed !== null && Number.isNaN(typed)) ? text : textOf(value)
  const error = errorOf(shown, { decimals, minimum, maximum })
  const change = (next: string) => {
    setText(next)
    const number = numberOf(next)
    if (number === null || !Number.isNaN(number)) onChange(number)
  }
  return (
    <Field {...field} error={error ?? field.error ?? null}>
      {(control) => (
        <span className="relative block">
          <input
            {...control}
            inputMode={decimals > 0 ? 'decimal' : 'numeric'}
            autoComplete="off"
            value={shown}
            onChange={(event) => change(event.target.value)}
            className={unit === undefined ? 'control' : 'control pr-14'}
          />
          {unit !== undefined && (
            <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-soft">
              {unit}
            </span>
          )}
        </span>
      )}
    </Field>
  )
}

/** `<MoneyField label="Price" currency="EUR" value={price} onChange={setPrice} />`, in the major unit of the currency. */
export function MoneyField({
  currency,
  ...props
}: Omit<NumberFieldProps, 'unit' | 'decimals'> & { readonly currency: string }) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2
  return <NumberField minimum={0} {...props} unit={currency} decimals={decimals} />
}

/** `<PercentField label="Discount" name="discountPercent" value={percent} onChange={setPercent} />` */
export function PercentField(props: Omit<NumberFieldProps, 'unit' | 'decimals'>) {
  return <NumberField minimum={0} maximum={100} {...props} unit="%" decimals={2} />
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value)
}

/** Null for an empty text, `NaN` for a text that is no number. A comma is as good as a point. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  return /^-?\d+(?:[.]\d*)?$/.test(plain) ? Number(plain) : Number.NaN
}

function errorOf(
  text: string,
  { decimals, minimum, maximum }: FieldLimits & { readonly decimals: number },
): string | null {
  const number = numberOf(text)
  if (number === null) return null
  if (Number.isNaN(number)) return 'Enter a number, without a unit and without separators.'
  const digits = text.trim().split(/[.,]/)[1]?.length ?? 0
  if (digits > decimals) {
    return decimals === 0 ? 'Enter a whole number.' : `Enter at most ${decimals} decimals.`
  }
  if (minimum !== undefined && number < minimum) return `Enter ${minimum.toLocaleString()} or more.`
  if (maximum !== undefined && number > maximum) return `Enter ${maximum.toLocaleString()} or less.`
  return null
}

type NumberSettingProps = Omit<NumberFieldProps, 'value' | 'onChange'> & {
  /** NaN while the field is empty. */
  readonly value: number
  readonly onChange: (value: number) => void
}

/** `<NumberSetting label="Days" name="cookieDays" value={days} onChange={…} />`: a number that a program needs. */
export function NumberSetting({ value, onChange, ...rest }: NumberSettingProps) {
  const isEmpty = Number.isNaN(value)
  return (
    <NumberField
      {...rest}
      value={isEmpty ? null : value}
      onChange={(next) => onChange(next ?? Number.NaN)}
      error={isEmpty ? 'Enter a number.' : null}
    />
  )
}
