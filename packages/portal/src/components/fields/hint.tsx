import { CircleQuestionMark, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type HintProps = {
  readonly id: string
  /** The subject of the hint. */
  readonly label: ReactNode
  readonly hint: ReactNode
}

/** The first sentence of a hint; the rest of it opens by the question mark. */
export function Hint({ id, label, hint }: HintProps) {
  const [first, rest] = typeof hint === 'string' ? partsOf(hint) : [hint, null]
  const [isOpen, setOpen] = useState(false)
  const Icon = isOpen ? X : CircleQuestionMark
  return (
    <p className="text-xs text-soft">
      <span id={id}>
        {first}
        {isOpen && ` ${rest}`}
      </span>
      {rest !== null && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 inline-grid size-6 place-items-center rounded-full align-middle hover:bg-hover hover:text-text"
        >
          <Icon aria-hidden className="size-3.5" />
          <span className="sr-only">More about {label}</span>
        </button>
      )}
    </p>
  )
}

/** A full stop within an address or a number ends no sentence. */
function partsOf(hint: string): readonly [first: string, rest: string | null] {
  const end = /[.!?] (?=[A-Z`„“])/.exec(hint)
  return end === null ? [hint, null] : [hint.slice(0, end.index + 1), hint.slice(end.index + 2)]
}
