import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

type NoticeProps = {
  readonly kind: 'info' | 'good' | 'warning' | 'danger'
  readonly title: string
  readonly children?: ReactNode
  readonly requestId?: string | null
  readonly actions?: ReactNode
}

const icons = { info: Info, good: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

/** `<Notice kind="warning" title="The program is off">Referral codes do nothing until it is on.</Notice>` */
export function Notice({ kind, title, children, requestId = null, actions }: NoticeProps) {
  const Icon = icons[kind]
  return (
    <div
      role={kind === 'danger' ? 'alert' : 'note'}
      tabIndex={-1}
      className={classes(
        'flex gap-3 rounded-lg px-4 py-3 [&_a]:underline',
        kind === 'info' && 'bg-neutral-soft',
        kind === 'good' && 'bg-good-soft',
        kind === 'warning' && 'bg-warning-soft',
        kind === 'danger' && 'bg-danger-soft',
      )}
    >
      <Icon
        aria-hidden
        className={classes(
          'mt-0.5 size-4 shrink-0',
          kind === 'info' && 'text-link',
          kind === 'good' && 'text-good',
          kind === 'warning' && 'text-warning',
          kind === 'danger' && 'text-danger',
        )}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        {children !== undefined && <div className="mt-0.5 break-words">{children}</div>}
        {requestId !== null && (
          <p className="mt-1 text-xs">
            Request ID: <code className="break-all select-all">{requestId}</code>
          </p>
        )}
        {actions !== undefined && <div className="mt-2 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </div>
  )
}
