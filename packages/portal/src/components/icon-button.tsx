import type { ComponentProps, ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  /** The action; read by screen readers and shown as a tooltip. */
  readonly label: string
  readonly icon: ReactNode
}

/** `<IconButton label="Copy the link" icon={<Copy />} onClick={…} />` */
export function IconButton({ label, icon, type = 'button', ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className="inline-flex size-9 pointer-coarse:size-11 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-text disabled:opacity-50 print:hidden [&_svg]:size-4"
      >
        {icon}
      </button>
    </Tooltip>
  )
}
