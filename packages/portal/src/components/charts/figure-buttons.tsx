import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

export type FigureButton<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly value: ReactNode
  /** What it is compared with, or what it means. */
  readonly hint: ReactNode
}

type FigureButtonsProps<Name extends string> = {
  readonly label: string
  readonly figures: readonly FigureButton<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
}

/** `<FigureButtons label="Figures" figures={figures} chosen={name} onChoose={choose} />`: figures, one of which is looked at. */
export function FigureButtons<Name extends string>({
  label,
  figures,
  chosen,
  onChoose,
}: FigureButtonsProps<Name>) {
  return (
    <fieldset
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-px border-b border-line bg-line max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2"
    >
      {figures.map((it) => (
        <button
          key={it.name}
          type="button"
          aria-pressed={it.name === chosen}
          onClick={() => onChoose(it.name)}
          className={classes(
            'flex flex-col items-start border-b-2 bg-surface px-5 py-4 text-left hover:bg-hover focus-visible:-outline-offset-2',
            it.name === chosen ? 'border-accent' : 'border-transparent',
          )}
        >
          <span className="text-soft">{it.label}</span>
          <span className="mt-1 text-2xl font-semibold tracking-tight sm:text-3xl">{it.value}</span>
          <span className="mt-0.5 text-xs text-soft">{it.hint}</span>
        </button>
      ))}
    </fieldset>
  )
}
