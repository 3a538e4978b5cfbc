import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import type { Tone } from './badge.tsx'
import { DateTime } from './date-time.tsx'

export type TimelineEntry = {
  readonly id: string
  readonly date: number
  readonly title: ReactNode
  /** Why it happened. */
  readonly text?: ReactNode
  readonly tone?: Tone
}

/** `<Timeline label="What happened" entries={events.map(…)} />`, newest first. */
export function Timeline({
  label,
  entries,
}: {
  readonly label: string
  readonly entries: readonly TimelineEntry[]
}) {
  return (
    <ol aria-label={label} className="relative ml-1.5 border-l border-line">
      {entries.map(({ id, date, title, text, tone = 'neutral' }) => (
        <li key={id} className="relative pb-5 pl-6 last:pb-0">
          <span
            aria-hidden
            className={classes(
              'absolute top-1.5 -left-[0.3125rem] size-2.5 rounded-full',
              tone === 'neutral' && 'bg-strong-line',
              tone === 'info' && 'bg-link',
              tone === 'good' && 'bg-good',
              tone === 'warning' && 'bg-warning',
              tone === 'danger' && 'bg-danger',
            )}
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-medium">{title}</p>
            <p className="text-xs text-soft">
              <DateTime at={date} />
            </p>
          </div>
          {text !== undefined && <div className="mt-0.5 text-soft">{text}</div>}
        </li>
      ))}
    </ol>
  )
}
