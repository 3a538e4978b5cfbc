import type { Columns } from '@goodword/domain/files/csv-record'
import type { ComponentProps, ReactNode } from 'react'
import type { AnswerOf } from '../api/client.ts'
import { DataTable } from '../components/data-table.tsx'
import { FilterBar, type FurtherFilters } from '../components/filter-bar.tsx'
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
