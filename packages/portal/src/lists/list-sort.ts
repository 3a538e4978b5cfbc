/** The order of a sortable list in its address, beside its filters. */
export type ListSort = { readonly sort?: string | undefined; readonly order?: 'OLDEST' | undefined }

/**
 * The headers of a `DataTable` that is sorted by the API: a click sorts by a column, latest first, another one turns the
 * order around. `byDefault` is the name of the column by which a list is sorted without `sort`.
 */
export function headersFor(
  { sort, order }: ListSort,
  byDefault: string,
  onChange: (next: { sort: string | undefined; order: 'OLDEST' | undefined }) => void,
) {
  const by = sort ?? byDefault
  const isDescending = order !== 'OLDEST'
  return {
    by,
    isDescending,
    onSort: (next: string) =>
      onChange({
        sort: next === byDefault ? undefined : next,
        order: next === by && isDescending ? 'OLDEST' : undefined,
      }),
  }
}
