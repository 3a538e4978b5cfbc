import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'
import { useFieldLimits } from './form-errors.ts'

type TextFieldProps = FieldProps &
  Pick<
    ComponentProps<'input'>,
    | 'autoComplete'
    | 'autoFocus'
    | 'disabled'
    | 'inputMode'
    | 'maxLength'
    | 'minLength'
    | 'placeholder'
    | 'required'
  > & {
    readonly value: string
    readonly onChange: (value: string) => void
    readonly type?: 'text' | 'email' | 'password' | 'search' | 'url'
    /** The field holds a code or an ID. */
    readonly isCode?: boolean
  }

/** `<TextField label="URL" name="url" value={url} onChange={setUrl} hint="Must be https." />` */
export function TextField({ value, onChange, type = 'text', isCode = false, ...rest }: TextFieldProps) {
  const { label, name, hint, error, isOptional, hasHiddenLabel, ...input } = rest
  const { maxLength } = useFieldLimits(name)
  return (
    <Field {...{ label, name, hint, error, isOptional, hasHiddenLabel }}>
      {(control) => (
        <input
          maxLength={maxLength}
          {...input}
          {...control}
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          spellCheck={isCode ? false : undefined}
          className={isCode ? 'control font-mono' : 'control'}
        />
      )}
    </Field>
  )
}

type TextAreaProps = FieldProps & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rows?: number
  readonly isCode?: boolean
}

/** `<TextArea label="Reason" name="reason" value={reason} onChange={setReason} />` */
export function TextArea({ value, onChange, rows = 4, isCode = false, ...field }: TextAreaProps) {
  const { maxLength } = useFieldLimits(field.name)
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
