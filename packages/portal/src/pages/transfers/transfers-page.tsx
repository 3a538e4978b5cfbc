import type { Export, Import } from '@goodword/client'
import { createExport } from '@goodword/contract/files/export-endpoints'
import type { ExportFormat, ExportKind } from '@goodword/domain/files/export'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeftRight, FileDown, FileUp } from 'lucide-react'
import { useContext, useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { DateField } from '../../components/fields/date-field.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { Form } from '../../components/fields/form.tsx'
import { RadioGroup } from '../../components/fields/radio-group.tsx'
import { optionsOf, Select } from '../../components/fields/select.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime, TimeZone } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { State } from '../../components/texts/state.tsx'
import { endOfDay } from '../../format/day-range.ts'
import { count } from '../../format/number-text.ts'
import { timeInZone } from '../../format/zoned-time.ts'
import { bodyRules, wrongOrder } from '../../forms/body-rules.ts'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { useRole } from '../../session/use-session.ts'
import { ImportDrawer } from './import-drawer.tsx'
import { NewImport } from './new-import.tsx'
import { exportKindWords, importKindWords, mappingWords, sizeText } from './transfer-words.ts'
import { isUnfinished, useWhileRunning } from './use-while-running.ts'

const route = getRouteApi('/staff/$tenantAlias/transfers')

const formats: Readonly<Record<ExportFormat, { readonly label: string; readonly hint: string }>> = {
  csv: { label: 'CSV', hint: 'For spreadsheets.' },
  ndjson: { label: 'NDJSON', hint: 'For programs: one JSON object per line, shaped as in the API.' },
}

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
  {
    name: 'created',
    label: 'Requested',
    sortBy: 'created',
    cell: (it) => (
      <>
        <DateTime at={it.dateCreated} />
        {it.downloadUrl !== null && (
          <span className="block text-xs text-soft">
            kept until <DateTime at={it.dateExpires} isDay />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'file',
    label: 'File',
    cell: (it) => (
      <>
        {it.downloadUrl !== null && (
          <a
            href={it.downloadUrl}
            download
            aria-label={`Download ${exportKindWords[it.kind]} as ${it.format.toUpperCase()}`}
            className="text-link hover:underline"
          >
            Download
          </a>
        )}
        <span className="block text-xs text-soft">
          {it.format.toUpperCase()}
          {it.state !== 'FAILED' && `, ${count(it.rows, 'row')}, ${sizeText(it.bytes)}`}
        </span>
      </>
    ),
  },
]

export function TransfersPage() {
  const { tab = 'exports', import: importId } = route.useSearch()
  const navigate = route.useNavigate()
  const { canWrite } = useRole()
  const [open, setOpen] = useState<'export' | 'import' | null>(null)
  const close = () => setOpen(null)
  const showImport = (id: string) => void navigate({ search: { tab: 'imports', import: id } })
  return (
    <Page
      title="Import / export"
      description="Files in and out of this program. Exports are kept for 7 days, what became of imports for 30."
      actions={
        canWrite && (
          <>
            <Button icon={<FileUp />} onClick={() => setOpen('import')}>
              Import a file
            </Button>
            <Button icon={<FileDown />} onClick={() => setOpen('export')}>
              Export to a file
            </Button>
          </>
        )
      }
    >
      {canWrite ? (
        <Tabs
          label="Direction"
          value={tab}
          onChange={(it) => void navigate({ search: { tab: it } })}
          tabs={[
            { name: 'exports', label: 'Exports', content: <ExportList /> },
            { name: 'imports', label: 'Imports', content: <ImportList onOpen={showImport} /> },
          ]}
        />
      ) : (
        <EmptyState icon={<ArrowLeftRight />} title="Your role does not allow this">
          Files hold the data of all people, so owners and admins of the team import and export them. Ask one
          of them.
        </EmptyState>
      )}
      {canWrite && (
        <>
          <Dialog isOpen={open === 'export'} onClose={close} title="Export records to a file">
            <NewExport onClose={close} />
          </Dialog>
          <Dialog isOpen={open === 'import'} onClose={close} title="Import a file">
            <NewImport
              onClose={close}
              onCreated={({ id }) => {
                close()
                showImport(id)
              }}
            />
          </Dialog>
          <ImportDrawer
            importId={importId ?? null}
            onClose={() => void navigate({ search: { tab } })}
            onShow={showImport}
          />
        </>
      )}
    </Page>
  )
}

function ExportList() {
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

function NewExport({ onClose }: { readonly onClose: () => void }) {
  const timeZone = useContext(TimeZone)
  const [kind, setKind] = useState<ExportKind>('referrals')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const create = useMutationWithToast('createExport', {
    done: 'The file is being written. You can leave this page.',
    onSuccess: onClose,
  })
  const body = {
    kind,
    format,
    ...(from === null ? {} : { from: timeInZone(from, timeZone) }),
    ...(to === null ? {} : { to: endOfDay(to, timeZone) }),
  }
  return (
    <Form
      label="Export records to a file"
      onSubmit={() => create.mutate({ body })}
      error={create.error}
      rules={bodyRules(createExport.body, body, [wrongOrder('to', from, to)])}
    >
      <Select
        label="Records"
        name="kind"
        options={optionsOf(exportKindWords)}
        value={kind}
        onChange={(it) => setKind(it ?? kind)}
      />
      <RadioGroup
        label="Format"
        name="format"
        options={optionsOf(formats)}
        value={format}
        onChange={setFormat}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Created from" name="from" isOptional value={from} onChange={setFrom} />
        <DateField label="Created to" name="to" isOptional value={to} onChange={setTo} />
      </div>
      <p className="text-xs text-soft">
        Without days all records are exported. Days are those of the time zone {timeZone}.
      </p>
      <FormActions action="Export" isBusy={create.isPending} onClose={onClose} />
    </Form>
  )
}

const importColumns: readonly Column<Import>[] = [
  {
    name: 'kind',
    label: 'Records',
    isTitle: true,
    cell: (it) => (
      <>
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
        <span className="block text-xs font-normal break-words text-soft">
          {it.fileName ?? it.format.toUpperCase()}
          {it.mapping !== null && ` of ${mappingWords[it.mapping]}`}
        </span>
      </>
    ),
  },
  {
    name: 'state',
    label: 'State',
    cell: (it) => (
      <>
        <State kind="transfer" value={it.state} />
        <span className="mt-1 block max-w-56 text-xs text-soft empty:hidden">{it.failure}</span>
      </>
    ),
  },
  {
    name: 'rows',
    label: 'Rows',
    cell: (it) => (
      <>
        {it.rows.toLocaleString()}
        <span className="block text-xs text-soft">
          {it.created.toLocaleString()} {it.dryRun ? 'to add' : 'added'}, {it.updated.toLocaleString()}{' '}
          {it.dryRun ? 'to change' : 'changed'}
          {it.rejected > 0 && (
            <span className="block font-medium text-warning">{it.rejected.toLocaleString()} rejected</span>
          )}
        </span>
      </>
    ),
  },
  { name: 'received', label: 'Received', sortBy: 'received', cell: (it) => <DateTime at={it.dateCreated} /> },
]

function ImportList({ onOpen }: { readonly onOpen: (importId: string) => void }) {
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
      columns={importColumns}
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
