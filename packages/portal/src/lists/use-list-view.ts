import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext } from 'react'
import type { DayRange } from '../components/fields/day-range-field.tsx'
import { TimeZone } from '../components/texts/date-time.tsx'
import { timeRangeOf } from '../format/day-range.ts'
import { headersFor } from './list-sort.ts'

/**
 * The days and the order of a list, which are in its address: the route reads them by `listView`. `byDefault` is the name of the
 * column with the time of creation. Where the list has another date to sort by (`sort` in the address), the days are of that date; the API then takes no other
 * filter, so `isFiltered` sorts it by creation again.
 */
export function useListView(byDefault: string, isFiltered = false) {
  const navigate = useNavigate()
  const timeZone = useContext(TimeZone)
  const { from, to, order, sort: asked } = useSearch({ strict: false })
  const sort = isFiltered ? undefined : asked
  const change = (next: object) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...next, cursor: undefined }) })
  return {
    sort,
    order,
    days: { from, to },
    /** The range as the API takes it: `from,to`. */
    range: timeRangeOf(from, to, timeZone),
    hasDays: from !== undefined || to !== undefined,
    headers: headersFor({ sort, order }, byDefault, change),
    setDays: (days: DayRange) => change(days),
    /** Changes filters of the list. */
    filter: (filters: object) => change({ ...filters, sort: undefined }),
  }
}
