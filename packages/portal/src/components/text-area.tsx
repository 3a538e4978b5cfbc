import { Field, type FieldProps } from './field.tsx'

type TextAreaProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly maxLength?: number
  readonly isCode?: boolean
}

/** `<TextArea label="Reason" name="reason" value={reason} onChange={setReason} />` */
export function TextArea({ value, onChange, rows = 4, maxLength, isCode = false, ...field }: TextAreaProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={isCode ? 'control font-mono' : 'control'}
        />
      )}
    </Field>
  )
}
