import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../button.tsx'

type CopyFieldProps = { readonly label: string; readonly value: string; readonly hasHiddenLabel?: boolean }

/** `<CopyField label="Webhook URL" value={url} />` */
export function CopyField({ label, value, hasHiddenLabel = false }: CopyFieldProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={hasHiddenLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={(event) => event.target.select()}
          className="control min-w-0 flex-1 font-mono"
        />
        <CopyButton label={label} value={value} />
      </div>
    </div>
  )
}

/** `<CopyButton label="API key" value={key} />` */
export function CopyButton({ label, value }: { readonly label: string; readonly value: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready')
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  const words = { ready: 'Copy', copied: 'Copied', failed: 'Select and copy it' }
  return (
    <Button
      icon={state === 'copied' ? <Check /> : <Copy />}
      onClick={copy}
      aria-label={`${words[state]}: ${label}`}
    >
      <span aria-live="polite">{words[state]}</span>
    </Button>
  )
}

type CodeBlockProps = { readonly label: string; readonly code: string; readonly isCopied?: boolean }

/** `<CodeBlock label="Script snippet" code={snippet} />` */
export function CodeBlock({ label, code, isCopied = true }: CodeBlockProps) {
  return (
    <figure className="overflow-hidden rounded-card bg-page">
      <figcaption className="flex items-center justify-between gap-4 px-4 pt-2 font-medium">
        {label}
        {isCopied && <CopyButton label={label} value={code} />}
      </figcaption>
      <pre className="p-4 text-[0.8125rem] leading-relaxed break-words whitespace-pre-wrap">
        <code>{code}</code>
      </pre>
    </figure>
  )
}
