import { Field, type FieldProps } from './field.tsx'
import { useFieldLimits } from './form-errors.ts'

type TextAreaProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly maxLength?: number
  readonly isCode?: boolean
}

/** `<TextArea label="Reason" name="reason" value={reason} onChange={setReason} />` */
export function TextArea({ value, onChange, rows = 4, maxLength, isCode = false, ...field }: TextAreaProps) {
  const limits = useFieldLimits(field.name)
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          maxLength={maxLength ?? limits.maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={isCode ? 'control font-mono' : 'control'}
        />
      )}
    </Field>
  )
}
