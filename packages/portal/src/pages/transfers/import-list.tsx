import type { Import } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import type { Column } from '../../components/data-table.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { State } from '../../components/texts/state.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
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
    cell: (it) => (
      <span className="break-words">
        {it.fileName ?? it.format.toUpperCase()}
        {it.mapping !== null && <span className="text-soft"> of {mappingWords[it.mapping]}</span>}
      </span>
    ),
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
  { name: 'received', label: 'Received', sortBy: 'received', cell: (it) => <DateTime at={it.dateCreated} /> },
]

export function ImportList({ onOpen }: { readonly onOpen: (importId: string) => void }) {
  const running = useWhileRunning()
  const view = useListView('received')
  const { order, range } = view
  const list = useList(
    'listImports',
    { query: { order, dateCreated: range } },
    { refreshMs: running.refreshMs },
  )
  if (list.data !== undefined) running.saw(list.data.imports.some(isUnfinished))
  return (
    <ListView
      list={list}
      rowsOf={(it) => it.imports}
      noun="imports"
      label="Imports"
      columns={columns}
      sort={view.headers}
      keyOf={(it) => it.id}
      onOpen={(it) => onOpen(it.id)}
      filters={{
        isSet: view.hasDays,
        onClear: () => view.setDays({ from: undefined, to: undefined }),
        fields: <DayRangeField label="Received" {...view.days} onChange={view.setDays} />,
      }}
      icon={<FileUp />}
      empty={{
        title: 'No imports',
        children:
          'People, referrals and balances of another product can be taken over from a file: people keep the codes that they have shared. Each file is checked before anything is stored.',
      }}
    />
  )
}
