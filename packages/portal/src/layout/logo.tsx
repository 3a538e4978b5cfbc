import { markPaths } from '@goodword/contract/brand/mark'

/** The mark of Goodword: the opening quotation marks of a word that is passed on. */
export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-6 shrink-0">
      <rect width="32" height="32" rx="8" fill="var(--color-accent)" />
      <path d={markPaths[0]} fill="#fff" />
      <path d={markPaths[1]} fill="#fff" fillOpacity={0.6} />
    </svg>
  )
}
