import type { Columns } from '@goodword/domain/files/csv-record'
import { ListFilter, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState, useSyncExternalStore } from 'react'
import type { AnswerOf } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Drawer } from '../components/overlays/dialog.tsx'
import { type ListPages, Pagination } from '../components/pagination.tsx'
import { EmptyState } from '../components/texts/empty-state.tsx'
import { ErrorState } from '../components/texts/error-state.tsx'
import { singular } from '../format/number-text.ts'
import { type AskedList, SaveList, type WholeList } from './save-list.tsx'
import type { ListName } from './use-list.ts'

type Table<Row> = ComponentProps<typeof DataTable<Row>>

/** The list as `useList` returns it. */
type ReadList<Name extends ListName> = {
  readonly asked: AskedList<Name>
  readonly data: AnswerOf<Name> | undefined
  readonly isPlaceholderData: boolean
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
  readonly pages: ListPages
}

type Filters = {
  /** The field that is searched by. */
  readonly search?: ReactNode
  readonly fields: ReactNode
  readonly further?: FurtherFilters
  /** Whether anything is filtered now. */
  readonly isSet: boolean
  readonly onClear: () => void
}

type ListViewProps<Name extends ListName, Row> = Pick<
  Table<Row>,
  'label' | 'columns' | 'keyOf' | 'sort' | 'onOpen'
> & {
  readonly list: ReadList<Name>
  readonly rowsOf: (page: AnswerOf<Name>) => readonly Row[]
  /** The name of the entries in the plural: "referrals". */
  readonly noun: string
  readonly filters?: Filters
  /** The file that the list can be saved as; `noun` where it names other things than the list. */
  readonly file?: {
    readonly columns: Columns<Row>
    readonly noun?: string
    readonly whole?: WholeList | null
  }
  /** Shown when there are no rows. */
  readonly icon: ReactNode
  readonly empty: {
    readonly title: string
    readonly children: ReactNode
    readonly actions?: ReactNode
  }
  /** Whether there may be rows that the list does not show; as long as it is filtered, unless said otherwise. */
  readonly isPart?: boolean
  /** The instruction when no row is shown. */
  readonly whenNoneFits?: string
  /** Content between the filters and the table. */
  readonly children?: ReactNode
}

/**
 * A list of the API with its filters, its file and its pages:
 * `<ListView list={list} rowsOf={(it) => it.referrals} noun="referrals" filters={…} columns={columns} … />`.
 */
export function ListView<Name extends ListName, Row>(props: ListViewProps<Name, Row>) {
  const { list, rowsOf, noun, filters, file, icon, empty, children } = props
  const { isPart = filters?.isSet ?? false, whenNoneFits, ...table } = props
  // Every list has it; the compiler does not know which list it is.
  const data = list.data as (AnswerOf<Name> & { readonly totalCount: number | null }) | undefined
  return (
    <div>
      {filters !== undefined && (
        <FilterBar
          isFiltered={filters.isSet}
          onClear={filters.onClear}
          search={filters.search}
          further={filters.further}
          actions={
            file && <SaveList noun={noun} {...file} list={{ asked: list.asked, data }} rowsOf={rowsOf} />
          }
        >
          {filters.fields}
        </FilterBar>
      )}
      {children}
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label={table.label}
            columns={table.columns}
            rows={data && rowsOf(data)}
            keyOf={table.keyOf}
            isStale={list.isPlaceholderData}
            {...(table.sort && { sort: table.sort })}
            {...(table.onOpen && { onOpen: table.onOpen })}
            empty={
              isPart ? (
                <EmptyState icon={icon} title={`No ${singular(noun)} fits these filters`}>
                  {whenNoneFits ?? 'Change or clear the filters to see others.'}
                </EmptyState>
              ) : (
                <EmptyState icon={icon} {...empty} />
              )
            }
          />
          <Pagination pages={list.pages} totalCount={data?.totalCount} noun={noun} />
        </>
      )}
    </div>
  )
}

/** Fields that are used less, behind a button until one of them is set. */
type FurtherFilters = { readonly fields: ReactNode; readonly isSet: boolean }

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

const phoneWidth = matchMedia('(width < 40rem)')

/** `<FilterBar isFiltered={…} onClear={…}><Select label="Status" hasHiddenLabel empty="Any status" … /></FilterBar>` */
function FilterBar(props: FilterBarProps) {
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
  phoneWidth.addEventListener('change', onChange)
  return () => phoneWidth.removeEventListener('change', onChange)
}

/** Whether there is little room, as on a phone. */
function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phoneWidth.matches)
}
