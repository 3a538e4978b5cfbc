import type { ImportError } from '@goodword/client'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { count } from '../../format/count.ts'
import { RejectedFile } from './rejected-file.tsx'
import { rejectionReason } from './rejection-words.ts'
import { fieldWords } from './transfer-words.ts'

const columns: readonly Column<ImportError>[] = [
  { name: 'line', label: 'Line', isTitle: true, cell: (it) => it.line.toLocaleString() },
  {
    name: 'field',
    label: 'Field',
    cell: (it) =>
      it.field === null
        ? 'The whole row'
        : (fieldWords[it.field] ?? <code className="md:whitespace-nowrap">{it.field}</code>),
  },
  {
    name: 'reason',
    label: 'Reason',
    cell: (it) => <span className="break-words">{rejectionReason(it)}</span>,
  },
]

const PAGE_SIZE = 25
const REFRESH_MS = 4000

type ImportErrorsProps = {
  readonly importId: string
  readonly rejected: number
  readonly isRunning: boolean
}

/** Every row that was not imported, with its line, its field and the reason; page by page. */
export function ImportErrors({ importId, rejected, isRunning }: ImportErrorsProps) {
  // The cursors of the pages up to the one that is shown; the first has none.
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  const errors = useOperation(
    'listImportErrors',
    { params: { importId }, query: { limit: PAGE_SIZE, cursor: cursors.at(-1) } },
    { refreshMs: isRunning && REFRESH_MS },
  )
  if (errors.isError) return <ErrorState error={errors.error} onRetry={errors.refetch} />
  const next = errors.data?.nextCursor ?? null
  return (
    <section>
      <h3 className="mb-2 font-semibold">{count(rejected, 'rejected row')}</h3>
      <div className="mb-3">
        <RejectedFile importId={importId} />
      </div>
      <DataTable
        label="Rejected rows"
        columns={columns}
        rows={errors.data?.errors}
        keyOf={(it) => `${it.line} ${it.field} ${it.code}`}
        isStale={errors.isPlaceholderData}
        empty={<p className="text-soft">Their reasons appear in a moment.</p>}
      />
      {(cursors.length > 1 || next !== null) && (
        <nav aria-label="Pages of rejected rows" className="mt-3 flex justify-end gap-2">
          <Button disabled={cursors.length === 1} onClick={() => setCursors(cursors.slice(0, -1))}>
            Previous
          </Button>
          <Button disabled={next === null} onClick={() => setCursors([...cursors, next ?? undefined])}>
            Next
          </Button>
        </nav>
      )}
      {rejected > 10_000 && (
        <p className="mt-2 text-xs text-soft">The reasons of the first 10,000 rejected rows are kept.</p>
      )}
    </section>
  )
}
