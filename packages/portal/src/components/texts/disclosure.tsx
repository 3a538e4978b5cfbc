import type { ReactNode } from 'react'

type DisclosureProps = { readonly summary: ReactNode; readonly children: ReactNode }

/** `<Disclosure summary="IDs and codes">…</Disclosure>`: what few need, closed at first. */
export function Disclosure({ summary, children }: DisclosureProps) {
  return (
    <details>
      <summary className="text-soft">{summary}</summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}
