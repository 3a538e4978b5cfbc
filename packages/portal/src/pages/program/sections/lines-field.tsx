import { useState } from 'react'
import type { FieldProps } from '../../../components/fields/field.tsx'
import { TextArea } from '../../../components/fields/text-field.tsx'

type LinesFieldProps = Pick<FieldProps, 'label' | 'name' | 'hint' | 'isOptional'> & {
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

/** `<LinesField label="Allowed origins" name="allowedOrigins" values={…} onChange={…} />`: a list, one a line. */
export function LinesField({ values, onChange, ...field }: LinesFieldProps) {
  const [text, setText] = useState(values.join('\n'))
  // A new value of the property replaces the typed text, unless both are the same list.
  const shown = linesOf(text).join('\n') === values.join('\n') ? text : values.join('\n')
  return (
    <TextArea
      {...field}
      isCode
      rows={Math.max(2, shown.split('\n').length)}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(linesOf(next))
      }}
    />
  )
}

/** Empty lines do not count. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}
