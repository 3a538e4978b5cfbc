import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type FilterBarProps = {
  /** Fields with hidden labels, whose values are in the URL. */
  readonly children: ReactNode
  /** Whether anything is filtered now. */
  readonly isFiltered: boolean
  readonly onClear: () => void
}

/** `<FilterBar isFiltered={…} onClear={…}><Select label="Status" hasHiddenLabel empty="Any status" … /></FilterBar>` */
export function FilterBar({ children, isFiltered, onClear }: FilterBarProps) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2 [&>div]:w-44 max-sm:[&>div]:w-full sm:[&>div:has([type=search])]:w-72">
      {children}
      {isFiltered && (
        <Button kind="quiet" icon={<X />} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </search>
  )
}
