import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { TextArea, TextField } from './text-field.tsx'

type OwnTextFieldProps = {
  readonly label: string
  /** The API's name of the value. */
  readonly name: string
  /** The merchant's text; empty means the default. */
  readonly value: string
  /** The text that applies while the field is empty; undefined where the label is that text. */
  readonly defaultText: string | undefined
  /** Takes the place of the default text below the field. */
  readonly hint?: ReactNode
  readonly onChange: (text: string) => void
  readonly error?: string | null
  /** Where it is given, the field has several lines. */
  readonly rows?: number
}

/** A text of the merchant's in the place of a default, which is shown with it and can be had back. */
export function OwnTextField({ defaultText, hint, rows, ...field }: OwnTextFieldProps) {
  const { label, value, onChange } = field
  const explanation = hint ?? (defaultText ? `Empty means: “${defaultText}”` : undefined)
  const control = { ...field, hint: explanation, isOptional: hint === undefined }
  return (
    <div className="flex flex-col items-start gap-1 [&>:first-child]:w-full">
      {rows === undefined ? <TextField {...control} /> : <TextArea rows={rows} {...control} />}
      {value !== '' && (
        <Button
          kind="quiet"
          icon={<RotateCcw aria-hidden="true" className="size-4" />}
          aria-label={`Reset “${label}”`}
          onClick={() => onChange('')}
        >
          Reset
        </Button>
      )}
    </div>
  )
}
