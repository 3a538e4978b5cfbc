import type { ReactNode } from 'react'

type KeyValueListProps = {
  /** False for an entry that is left out. */
  readonly entries: readonly (readonly [label: string, value: ReactNode] | false)[]
}

/** `<KeyValueList entries={[['Code', code], ['Started', <DateTime at={…} />]]} />` */
export function KeyValueList({ entries }: KeyValueListProps) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] max-sm:grid-cols-[fit-content(45%)_1fr] gap-x-6 gap-y-2">
      {entries
        .filter((it) => it !== false)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="min-w-0 break-words [&_time]:whitespace-normal">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** An entry with an ID or another code, however long it is; `–` for null. */
export function codeEntry(label: string, code: string | null) {
  return [
    label,
    <code key={label} className="break-all">
      {code ?? '–'}
    </code>,
  ] as const
}
