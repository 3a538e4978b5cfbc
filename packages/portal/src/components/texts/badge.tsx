import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'danger'

type BadgeProps = { readonly tone?: Tone; readonly children: ReactNode }

/** `<Badge tone="warning">Shadow</Badge>`; for states of records use `State`. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-md px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        tone === 'neutral' && 'bg-neutral-soft text-neutral',
        tone === 'info' && 'bg-accent-soft text-link',
        tone === 'good' && 'bg-good-soft text-good',
        tone === 'warning' && 'bg-warning-soft text-warning',
        tone === 'danger' && 'bg-danger-soft text-danger',
      )}
    >
      {children}
    </span>
  )
}
