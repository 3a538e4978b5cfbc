import type { ReactNode } from 'react'

type StatProps = {
  readonly label: string
  readonly value: ReactNode
  /** What the number means or is compared with. */
  readonly hint?: ReactNode
}

/** `<Stat label="Converted" value={count(12)} hint="25% of those who started" />`, in a `StatRow`. */
export function Stat({ label, value, hint }: StatProps) {
  return (
    <div className="bg-surface px-5 py-4">
      <dt className="text-soft">{label}</dt>
      <dd className="mt-1 text-2xl font-semibold tracking-tight">{value}</dd>
      {hint !== undefined && <dd className="mt-0.5 text-xs text-soft">{hint}</dd>}
    </div>
  )
}

/** `<StatRow><Stat … /><Stat … /></StatRow>` */
export function StatRow({ children }: { readonly children: ReactNode }) {
  return (
    <dl className="card grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-px overflow-hidden bg-line max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2">
      {children}
    </dl>
  )
}
