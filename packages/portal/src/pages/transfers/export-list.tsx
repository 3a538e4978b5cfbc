import type { Export } from '@goodword/client'
import { FileDown } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { State } from '../../components/state.tsx'
import { exportKindWords, sizeText } from './transfer-words.ts'
import { isUnfinished, useWhileRunning } from './use-while-running.ts'

const columns: readonly Column<Export>[] = [
  {
    name: 'kind',
    label: 'Records',
    isTitle: true,
    cell: (it) => (
      <>
        {exportKindWords[it.kind]}
        {(it.from !== null || it.to !== null) && (
          <span className="block text-xs font-normal text-soft">
            {it.from === null ? 'until ' : <DateTime at={it.from} isDay />}
            {it.from !== null && (it.to === null ? ' and later' : ' to ')}
            {it.to !== null && <DateTime at={it.to} isDay />}
          </span>
        )}
      </>
    ),
  },
  { name: 'format', label: 'Format', cell: (it) => it.format.toUpperCase() },
  {
    name: 'state',
    label: 'State',
    cell: (it) => (
      <>
        <State kind="transfer" value={it.state} />
        {it.state === 'FAILED' && (
          <span className="mt-1 block text-xs text-soft">Something went wrong. Request it again.</span>
        )}
      </>
    ),
  },
  { name: 'rows', label: 'Rows', isNumeric: true, cell: (it) => it.rows.toLocaleString() },
  { name: 'size', label: 'Size', isNumeric: true, cell: (it) => sizeText(it.bytes) },
  { name: 'created', label: 'Requested', cell: (it) => <DateTime at={it.dateCreated} /> },
  { name: 'expires', label: 'Deleted on', cell: (it) => <DateTime at={it.dateExpires} isDay /> },
  {
    name: 'file',
    label: 'File',
    cell: (it) =>
      it.downloadUrl === null ? (
        '–'
      ) : (
        <a
          href={it.downloadUrl}
          download
          aria-label={`Download ${exportKindWords[it.kind]} as ${it.format.toUpperCase()}`}
          className="text-link hover:underline"
        >
          Download
        </a>
      ),
  },
]

export function ExportList() {
  const running = useWhileRunning()
  const list = useList('listExports', {}, { refreshMs: running.refreshMs })
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.data !== undefined) running.saw(list.data.exports.some(isUnfinished))
  return (
    <>
      <DataTable
        label="Exports"
        columns={columns}
        rows={list.data?.exports}
        keyOf={(it) => it.id}
        isStale={list.isPlaceholderData}
        empty={
          <EmptyState icon={<FileDown />} title="No exports">
            Files that you or the API have requested appear here with their progress. They are kept for 7
            days; everybody who has the address of a file can read it until then.
          </EmptyState>
        }
      />
      <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="exports" />
    </>
  )
}
