import type { ReactNode } from 'react'

type Props = { readonly href: string; readonly children: ReactNode }

/** A link to another site or to a guide, which opens beside the portal. */
export function NewTabLink({ href, children }: Props) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-link underline">
      {children}
    </a>
  )
}
