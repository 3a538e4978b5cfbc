import { CopyButton } from './fields/copy-field.tsx'

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
