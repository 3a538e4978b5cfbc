import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

const tones = ['bg-series-1', 'bg-series-2', 'bg-series-3', 'bg-series-4'] as const

/** `<Avatar name="Ann Lee" />`: the initials of a person beside their name, always in the same color. */
export function Avatar({ name }: { readonly name: string }) {
  const sum = [...name].reduce((total, it) => total + (it.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-8 shrink-0 place-items-center rounded-full text-xs font-semibold text-surface',
        tones[sum % tones.length],
      )}
    >
      {initialsOf(name)}
    </span>
  )
}

/** `<Faced name="Ann Lee">Ann Lee, by Bob</Faced>`: a person in a list. */
export function Faced({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar name={name} />
      <span className="min-w-0">{children}</span>
    </span>
  )
}

/** "Ann Marie Lee" is AL, "ann@example.com" is A. */
function initialsOf(name: string): string {
  const words = name.split(/[\s@]+/, name.includes('@') ? 1 : undefined).filter((it) => it !== '')
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return [first, last].map((it) => ([...it][0] ?? '').toLocaleUpperCase()).join('')
}
