import { useState } from 'react'
import { TextArea } from '../../components/text-area.tsx'

type OriginsFieldProps = {
  readonly origins: readonly string[]
  readonly onChange: (origins: readonly string[]) => void
}

/** A list of origins, one a line. Empty lines do not count. */
export function OriginsField({ origins, onChange }: OriginsFieldProps) {
  const [text, setText] = useState(origins.join('\n'))
  // What came from outside replaces what was typed, unless both mean the same list.
  const shown = linesOf(text).join('\n') === origins.join('\n') ? text : origins.join('\n')
  return (
    <TextArea
      label="Allowed origins"
      name="allowedOrigins"
      isOptional
      isCode
      rows={Math.max(3, shown.split('\n').length)}
      value={shown}
      onChange={(next) => {
        setText(next)
        onChange(linesOf(next))
      }}
      hint="One a line, as scheme, host and port: https://www.example.com. Only pages of these origins may call Goodword from the browser and, with the landing page, show the widget. Empty allows calls from any page."
    />
  )
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}
