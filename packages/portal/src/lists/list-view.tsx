import type { ComponentProps } from 'react'
import { DataTable } from '../components/data-table.tsx'
import { ErrorState } from '../components/error-state.tsx'
import type { ListPages } from '../components/pagination.tsx'
import { Pagination } from '../components/pagination.tsx'

type Table<Row> = ComponentProps<typeof DataTable<Row>>

type ListViewProps<Row> = Omit<Table<Row>, 'isStale'> & {
  /** As `useList` returns it. */
  readonly list: {
    readonly isError: boolean
    readonly error: unknown
    readonly refetch: () => unknown
    readonly isPlaceholderData: boolean
    readonly data: { readonly totalCount: number | null } | undefined
    readonly pages: ListPages
  }
  /** What is listed, in the plural: "referrals". */
  readonly noun: string
}

/** `<ListView list={list} rows={list.data?.referrals} noun="referrals" label="Referrals" columns={columns} … />`: a page of a list. */
export function ListView<Row>({ list, noun, ...table }: ListViewProps<Row>) {
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <>
      <DataTable {...table} isStale={list.isPlaceholderData} />
      <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun={noun} />
    </>
  )
}
