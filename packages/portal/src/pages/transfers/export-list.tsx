import type { Export } from '@goodword/client'
import { FileDown } from 'lucide-react'
import type { Column } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { DayRangeField } from '../../components/day-range-field.tsx'
import { State } from '../../components/state.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
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
  { name: 'created', label: 'Requested', sortBy: 'created', cell: (it) => <DateTime at={it.dateCreated} /> },
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
  const view = useListView('created')
  const { order, range } = view
  const list = useList(
    'listExports',
    { query: { order, dateCreated: range } },
    { refreshMs: running.refreshMs },
  )
  if (list.data !== undefined) running.saw(list.data.exports.some(isUnfinished))
  return (
    <ListView
      list={list}
      rowsOf={(it) => it.exports}
      noun="exports"
      label="Exports"
      columns={columns}
      sort={view.headers}
      keyOf={(it) => it.id}
      filters={{
        isSet: view.hasDays,
        onClear: () => view.setDays({ from: undefined, to: undefined }),
        fields: <DayRangeField label="Requested" {...view.days} onChange={view.setDays} />,
      }}
      icon={<FileDown />}
      empty={{
        title: 'No exports',
        children:
          'Files that you or the API have requested appear here with their progress. They are kept for 7 days; everybody who has the address of a file can read it until then.',
      }}
    />
  )
}
