import { ChevronLeft, ChevronRight } from 'lucide-react'
import { singular } from '../format/number-text.ts'
import { Button } from './button.tsx'

/** The way through the pages of a list. */
export type ListPages = {
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** Whether the address was opened in the middle of the list, so that only the first page is known. */
  readonly isMidway: boolean
  readonly toNext: () => void
  readonly toPrevious: () => void
}

type PaginationProps = {
  readonly pages: ListPages
  /** The count as the API returns it: null when there are more than 10,000. */
  readonly totalCount?: number | null | undefined
  /** The name of the entries in the plural: "referrals". */
  readonly noun: string
}

/** `<Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="referrals" />` */
export function Pagination({ pages, totalCount, noun }: PaginationProps) {
  const { hasPrevious, hasNext, isMidway, toNext, toPrevious } = pages
  const number = totalCount === null ? 'More than 10,000' : (totalCount?.toLocaleString() ?? '')
  const words = totalCount === undefined ? '' : `${number} ${totalCount === 1 ? singular(noun) : noun}`
  return (
    <nav aria-label={`Pages of ${noun}`} className="mt-3 flex min-h-9 items-center justify-between gap-4">
      <p className="text-soft">{words}</p>
      {(hasPrevious || hasNext) && (
        <div className="flex gap-2">
          <Button icon={<ChevronLeft />} onClick={toPrevious} disabled={!hasPrevious}>
            {isMidway ? 'First page' : 'Previous'}
          </Button>
          <Button onClick={toNext} disabled={!hasNext}>
            Next
            <ChevronRight />
          </Button>
        </div>
      )}
    </nav>
  )
}
