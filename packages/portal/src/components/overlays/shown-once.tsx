import { useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { CopyField } from '../fields/copy-field.tsx'

export type Secret = {
  /** The name of the secret and of its use: "The API key of Shop server". */
  readonly title: string
  readonly label: string
  readonly value: string
  /** The next step with the value, and other effects. */
  readonly text: string
}

/** `<ShownOnce secret={secret} onDone={() => setSecret(null)} />`: a new secret; it stays until confirmed. */
export function ShownOnce({ secret, onDone }: { readonly secret: Secret; readonly onDone: () => void }) {
  const panel = useRef<HTMLDivElement>(null)
  const { title, label, value, text } = secret
  useEffect(() => {
    if (value === '') return
    panel.current?.scrollIntoView({ block: 'center' })
    panel.current?.focus()
  }, [value])
  return (
    <div
      ref={panel}
      role="note"
      aria-label={title}
      tabIndex={-1}
      className="mb-6 flex flex-col gap-3 rounded-lg bg-good-soft px-5 py-4"
    >
      <p className="text-base font-semibold break-words">{title}</p>
      <p className="max-w-3xl break-words">{text} It is shown this one time only.</p>
      <div className="max-w-3xl">
        <CopyField label={label} value={value} />
      </div>
      <div>
        <Button onClick={onDone}>I have stored it</Button>
      </div>
    </div>
  )
}
