import { NumberField, type NumberFieldProps } from '../../../components/fields/number-field.tsx'

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
