import { ArrowRight } from 'lucide-react'
import type { Change } from './program-changes.ts'

type ChangeListProps = { readonly changes: readonly Change[]; readonly label: string }

/** `<ChangeList label="Unsaved changes" changes={draft.changes} />`: each setting with its old and its new value. */
export function ChangeList({ changes, label }: ChangeListProps) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {changes.map(({ path, label: name, before, after }) => (
        <li key={path} className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[12rem_1fr]">
          <span className="font-medium break-words">{name}</span>
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <del className="min-w-0 break-words text-soft">{before}</del>
            <ArrowRight role="img" aria-label="becomes" className="size-3.5 shrink-0 self-center text-soft" />
            <ins className="min-w-0 break-words no-underline">{after}</ins>
          </span>
        </li>
      ))}
    </ul>
  )
}
