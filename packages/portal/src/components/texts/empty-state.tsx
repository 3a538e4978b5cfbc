import type { ReactNode } from 'react'

type EmptyStateProps = {
  readonly icon?: ReactNode
  readonly title: string
  /** Why it is empty, and what to do. */
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** `<EmptyState icon={<Users />} title="No people yet" actions={…}>They appear when …</EmptyState>` */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="card flex flex-col items-center gap-2 px-6 py-14 text-center">
      {icon !== undefined && (
        <div aria-hidden className="mb-1 rounded-full bg-neutral-soft p-3 text-soft [&_svg]:size-5">
          {icon}
        </div>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="max-w-md text-soft">{children}</div>
      {actions !== undefined && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
