import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'

type Kind = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  readonly kind?: Kind
  readonly icon?: ReactNode
  /** Shows that the work is under way; a click does nothing meanwhile. */
  readonly isBusy?: boolean
  readonly isWide?: boolean
}

/** `<Button kind="primary" icon={<Plus />} onClick={…}>Add a webhook</Button>`: its text is a verb and a noun. */
export function Button({
  kind = 'secondary',
  icon,
  isBusy = false,
  isWide = false,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
      className={buttonLook(kind, isWide)}
    >
      {isBusy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export function buttonLook(kind: Kind = 'secondary', isWide = false): string {
  return classes(
    'inline-flex items-center justify-center gap-2 rounded-md px-3 py-1.5 font-medium whitespace-nowrap min-h-9 pointer-coarse:min-h-11 transition-colors [&_svg]:size-4 [&_svg]:shrink-0 disabled:opacity-50 disabled:cursor-not-allowed print:hidden',
    isWide && 'w-full',
    kind === 'primary' && 'bg-accent text-on-accent hover:bg-accent-hover',
    kind === 'secondary' && 'bg-surface text-text border border-strong-line hover:bg-hover',
    kind === 'quiet' && 'text-text hover:bg-hover',
    kind === 'danger' && 'bg-danger-fill text-on-accent hover:opacity-90',
  )
}

function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 shrink-0 rounded-full border-2 border-current border-r-transparent animate-spin"
    />
  )
}
