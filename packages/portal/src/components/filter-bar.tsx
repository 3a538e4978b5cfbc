import { ListFilter, X } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { Drawer } from './overlays/dialog.tsx'

/** Fields that are used less, behind a button until one of them is set. */
export type FurtherFilters = { readonly fields: ReactNode; readonly isSet: boolean }

type FilterBarProps = {
  /** The field that is searched by, which stays in sight on a phone. */
  readonly search?: ReactNode
  /** Fields with hidden labels, whose values are in the URL. */
  readonly children: ReactNode
  readonly further?: FurtherFilters | undefined
  /** Buttons for the list as it is filtered, at the end. */
  readonly actions?: ReactNode
  /** Whether anything is filtered now. */
  readonly isFiltered: boolean
  readonly onClear: () => void
}

const query = matchMedia('(width < 40rem)')

/** `<FilterBar isFiltered={…} onClear={…}><Select label="Status" hasHiddenLabel empty="Any status" … /></FilterBar>` */
export function FilterBar(props: FilterBarProps) {
  return useIsPhone() ? <FilterSheet {...props} /> : <FilterRow {...props} />
}

function FilterRow({ search, children, further, actions, isFiltered, onClear }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(further?.isSet ?? false)
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2 [&>div]:w-34 [&>div:has([type=search])]:w-70">
      {search}
      {children}
      {further?.isSet === false && (
        <Button kind="quiet" icon={<ListFilter />} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          More filters
        </Button>
      )}
      {(isOpen || further?.isSet) && further?.fields}
      {isFiltered && (
        <Button kind="quiet" icon={<X />} onClick={onClear}>
          Clear filters
        </Button>
      )}
      {actions !== undefined && <span className="ml-auto flex gap-2">{actions}</span>}
    </search>
  )
}

/** The fields are behind a button on a phone, so that the list begins at once. */
function FilterSheet({ search, children, further, actions, isFiltered, onClear }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <search className="mb-4 flex flex-wrap items-center gap-2">
      {search !== undefined && <div className="w-full">{search}</div>}
      <Button icon={<ListFilter />} onClick={() => setIsOpen(true)}>
        Filters
        {isFiltered && (
          <>
            <span aria-hidden className="size-2 rounded-full bg-accent" />
            <span className="sr-only">, some are set</span>
          </>
        )}
      </Button>
      {actions !== undefined && <span className="ml-auto flex gap-2">{actions}</span>}
      <Drawer
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Filters"
        actions={
          <>
            {isFiltered && <Button onClick={onClear}>Clear filters</Button>}
            <Button kind="primary" onClick={() => setIsOpen(false)}>
              Show the list
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {children}
          {further?.fields}
        </div>
      </Drawer>
    </search>
  )
}

function subscribe(onChange: () => void): () => void {
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether there is little room, as on a phone. */
function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
