import type { Import } from '@goodword/client'
import { FileUp } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { State } from '../../components/state.tsx'

const columns: readonly Column<Import>[] = [
  {
    name: 'kind',
    label: 'Records',
    isTitle: true,
    cell: (it) => (
      <>
        {kinds[it.kind]} {it.dryRun && <Badge>Dry run</Badge>}
      </>
    ),
  },
  { name: 'state', label: 'State', cell: (it) => <State kind="transfer" value={it.state} /> },
  { name: 'rows', label: 'Rows', isNumeric: true, cell: (it) => it.rows.toLocaleString() },
  { name: 'created', label: 'Created', isNumeric: true, cell: (it) => it.created.toLocaleString() },
  { name: 'rejected', label: 'Rejected', isNumeric: true, cell: (it) => it.rejected.toLocaleString() },
  { name: 'started', label: 'Started', cell: (it) => <DateTime at={it.dateCreated} /> },
]

const kinds = { users: 'Participants', referrals: 'Referrals', balances: 'Balances' }

const REFRESH_MS = 3000

export function ImportList() {
  const list = useList('listImports', {}, { refreshMs: REFRESH_MS })
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <>
      <DataTable
        label="Imports"
        columns={columns}
        rows={list.data?.imports}
        keyOf={(it) => it.id}
        isStale={list.isPlaceholderData}
        empty={
          <EmptyState icon={<FileUp />} title="No imports">
            Participants, referrals and balances of another product can be taken over from a file.
          </EmptyState>
        }
      />
      <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="imports" />
    </>
  )
}
