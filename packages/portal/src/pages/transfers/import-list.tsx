import type { Import } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { State } from '../../components/state.tsx'
import { importKindWords, mappingWords } from './transfer-words.ts'
import { isUnfinished, useWhileRunning } from './use-while-running.ts'

const columns: readonly Column<Import>[] = [
  {
    name: 'kind',
    label: 'Records',
    isTitle: true,
    cell: (it) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link
          from="/$tenantAlias/transfers"
          to="."
          search={(search) => ({ ...search, import: it.id })}
          className="hover:underline"
        >
          {importKindWords[it.kind]}
        </Link>
        {it.dryRun && <Badge>Dry run</Badge>}
      </span>
    ),
  },
  {
    name: 'file',
    label: 'File',
    cell: (it) =>
      it.mapping === null
        ? it.format.toUpperCase()
        : `${it.format.toUpperCase()}, ${mappingWords[it.mapping]}`,
  },
  { name: 'state', label: 'State', cell: (it) => <State kind="transfer" value={it.state} /> },
  { name: 'rows', label: 'Rows', isNumeric: true, cell: (it) => it.rows.toLocaleString() },
  { name: 'created', label: 'Added', isNumeric: true, cell: (it) => it.created.toLocaleString() },
  { name: 'updated', label: 'Changed', isNumeric: true, cell: (it) => it.updated.toLocaleString() },
  {
    name: 'rejected',
    label: 'Rejected',
    isNumeric: true,
    cell: (it) => (
      <span className={it.rejected > 0 ? 'font-medium text-warning' : ''}>
        {it.rejected.toLocaleString()}
      </span>
    ),
  },
  { name: 'received', label: 'Received', cell: (it) => <DateTime at={it.dateCreated} /> },
]

export function ImportList({ onOpen }: { readonly onOpen: (importId: string) => void }) {
  const running = useWhileRunning()
  const list = useList('listImports', {}, { refreshMs: running.refreshMs })
  if (list.isError) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (list.data !== undefined) running.saw(list.data.imports.some(isUnfinished))
  return (
    <>
      <DataTable
        label="Imports"
        columns={columns}
        rows={list.data?.imports}
        keyOf={(it) => it.id}
        onOpen={(it) => onOpen(it.id)}
        isStale={list.isPlaceholderData}
        empty={
          <EmptyState icon={<FileUp />} title="No imports">
            Participants, referrals and balances of another product can be taken over from a file: people keep
            the codes that they have shared. Each file is checked before anything is stored.
          </EmptyState>
        }
      />
      <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="imports" />
    </>
  )
}
