import type { Export } from '@goodword/client'
import { FileDown } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { State } from '../../components/state.tsx'

const columns: readonly Column<Export>[] = [
  { name: 'kind', label: 'Records', isTitle: true, cell: (it) => kinds[it.kind] },
  { name: 'format', label: 'Format', cell: (it) => it.format.toUpperCase() },
  { name: 'state', label: 'State', cell: (it) => <State kind="transfer" value={it.state} /> },
  { name: 'rows', label: 'Rows', isNumeric: true, cell: (it) => it.rows.toLocaleString() },
  { name: 'created', label: 'Created', cell: (it) => <DateTime at={it.dateCreated} /> },
  {
    name: 'file',
    label: 'File',
    cell: (it) =>
      it.downloadUrl === null ? (
        '–'
      ) : (
        <a href={it.downloadUrl} className="text-link hover:underline">
          Download
        </a>
      ),
  },
]

const kinds = {
  users: 'Participants',
  referrals: 'Referrals',
  rewards: 'Rewards',
  events: 'Events',
  clicks: 'Clicks',
}

const REFRESH_MS = 3000

export function ExportList() {
  const list = useList('listExports', {}, { refreshMs: REFRESH_MS })
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
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
            Files that you or the API have requested appear here, with their progress.
          </EmptyState>
        }
      />
      <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="exports" />
    </>
  )
}
