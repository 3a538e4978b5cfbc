import type { Import, ImportError } from '@goodword/client'
import { createImport } from '@goodword/contract/files/import-endpoints'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation } from '../../api/client.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { withSignIn } from '../../api/with-sign-in.ts'
import { Button } from '../../components/button.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Form } from '../../components/fields/form.tsx'
import { Drawer } from '../../components/overlays/dialog.tsx'
import { download } from '../../components/save-file.ts'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { Progress } from '../../components/texts/progress.tsx'
import { State } from '../../components/texts/state.tsx'
import { count } from '../../format/number-text.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { FileField, Uploading, wrongFile } from './new-import.tsx'
import { rejectionReason } from './rejection-words.ts'
import { fieldWords, importKindWords, mappingWords } from './transfer-words.ts'
import { checkedFile, useUpload } from './use-upload.ts'
import { isUnfinished, useWhileRunning } from './use-while-running.ts'

type ImportDrawerProps = {
  /** Null while none is open. */
  readonly importId: string | null
  readonly onClose: () => void
  /** Shows another import: the real one after its dry run. */
  readonly onShow: (importId: string) => void
}

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

/** How far an import is, which rows were rejected and why; after a dry run, the import itself. */
export function ImportDrawer({ importId, onClose, onShow }: ImportDrawerProps) {
  return (
    <Drawer isOpen={importId !== null} onClose={onClose} title="Import" size="wide">
      {importId !== null && <Details key={importId} importId={importId} onShow={onShow} />}
    </Drawer>
  )
}

type DetailsProps = { readonly importId: string; readonly onShow: (importId: string) => void }

function Details({ importId, onShow }: DetailsProps) {
  const running = useWhileRunning()
  const found = useOperation('readImport', { params: { importId } }, { refreshMs: running.refreshMs })
  if (found.isError || found.data === undefined) return <Unread query={found} label="Import" lines={6} />
  const it = found.data
  running.saw(isUnfinished(it))
  return (
    <div className="flex flex-col gap-6">
      {isUnfinished(it) ? (
        <div>
          <Progress label={`${count(it.rows, 'row')} ${it.dryRun ? 'checked' : 'done'}`} done={null} />
          <p className="mt-1 text-xs text-soft">
            You can leave this page: the service goes on by itself, also after a restart.
          </p>
        </div>
      ) : (
        <Outcome found={it} />
      )}
      {it.ignoredColumns.length > 0 && (
        <Notice kind="warning" title="Columns that are not imported">
          No field has these names: {it.ignoredColumns.join(', ')}. Look whether one of them says something
          that matters.
        </Notice>
      )}
      <KeyValueList
        entries={[
          ['Records', importKindWords[it.kind]],
          ['File', it.fileName ?? 'Sent without a name'],
          [
            'Format',
            `${it.format.toUpperCase()}${it.mapping === null ? '' : ` of ${mappingWords[it.mapping]}`}`,
          ],
          ['State', <State key="state" kind="transfer" value={it.state} />],
          ['Rows', it.rows.toLocaleString()],
          [it.dryRun ? 'Would be added' : 'Added', it.created.toLocaleString()],
          [it.dryRun ? 'Would be changed' : 'Changed', it.updated.toLocaleString()],
          ['There already', it.unchanged.toLocaleString()],
          ['Rejected', it.rejected.toLocaleString()],
          ['Received', <DateTime key="received" at={it.dateCreated} />],
          ['Finished', <DateTime key="finished" at={it.dateFinished} />],
        ]}
      />
      {it.dryRun && it.state === 'DONE' && <ImportNow dryRun={it} onShow={onShow} />}
      {it.rejected > 0 && (
        <ImportErrors importId={it.id} rejected={it.rejected} isRunning={isUnfinished(it)} />
      )}
    </div>
  )
}

function Outcome({ found }: { readonly found: Import }) {
  const { state, failure, dryRun, rejected, created, updated } = found
  if (state === 'FAILED') {
    return (
      <Notice kind="danger" title="The rest of the file could not be read">
        {failure ?? 'The file could not be read.'}{' '}
        {!dryRun && 'The rows before it are imported. Correct the file and import it again.'}
      </Notice>
    )
  }
  if (!dryRun) {
    return (
      <Notice kind={rejected > 0 ? 'warning' : 'good'} title="The file is imported">
        {count(created, 'row')} added, {updated.toLocaleString()} changed, {rejected.toLocaleString()}{' '}
        rejected. Importing the same file again changes nothing.
      </Notice>
    )
  }
  return (
    <Notice
      kind={rejected > 0 ? 'warning' : 'good'}
      title={rejected > 0 ? `${count(rejected, 'row')} would be rejected` : 'Every row can be imported'}
    >
      This was a dry run: every row was checked, and nothing is stored.
      {rejected > 0 && ' Correct the file and check it again, or import the other rows now.'}
    </Notice>
  )
}

function ImportNow({ dryRun, onShow }: { readonly dryRun: Import; readonly onShow: (id: string) => void }) {
  const known = checkedFile(dryRun.id)
  const [chosen, setChosen] = useState<File | null>(null)
  const upload = useUpload((created) => onShow(created.id))
  const file = chosen ?? known?.file ?? null
  const rows = dryRun.created + dryRun.updated
  const { kind, mapping, dateFormat } = dryRun
  return (
    <Form
      label="Import now"
      error={upload.error}
      onSubmit={() =>
        file !== null &&
        !upload.isPending &&
        upload.mutate({ file, kind, mapping, dateFormat, isDryRun: false })
      }
      rules={bodyRules(createImport.query, { kind, mapping, dateFormat }, [wrongFile(file)])}
    >
      {known === null && (
        <FileField
          label="File"
          name="file"
          file={chosen}
          onChange={setChosen}
          hint="Choose the file that was checked once more: files are not kept after a dry run."
        />
      )}
      {upload.isPending && <Uploading part={upload.part} />}
      <p className="text-soft">
        {count(rows, 'row')} will be stored, and {count(dryRun.rejected, 'rejected row')} left out. Repeating
        is harmless: the same file again changes nothing, so you can import a corrected file as a whole.
      </p>
      <div>
        <Button type="submit" kind="primary" isBusy={upload.isPending}>
          Import the file now
        </Button>
      </div>
    </Form>
  )
}

type ImportErrorsProps = {
  readonly importId: string
  readonly rejected: number
  readonly isRunning: boolean
}

/** Every row that was not imported, with its line, its field and the reason; page by page. */
function ImportErrors({ importId, rejected, isRunning }: ImportErrorsProps) {
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

/** Downloads the rejected rows of an import as a file to be corrected. */
function RejectedFile({ importId }: { readonly importId: string }) {
  const tenantAlias = useTenantAlias()
  const asked = useMutation({
    mutationFn: () =>
      withSignIn(() => callOperation(tenantAlias, 'readRejectedRows', { params: { importId } })),
    onSuccess: ({ downloadUrl }) => {
      if (downloadUrl !== null) download(downloadUrl)
    },
  })
  return (
    <div className="flex flex-col items-start gap-2">
      <Button isBusy={asked.isPending} onClick={() => asked.mutate()}>
        Download rejected rows
      </Button>
      <p className="text-xs text-soft" role="status">
        {textOf(asked.data)}
      </p>
      {asked.isError && <ErrorState error={asked.error} onRetry={() => asked.mutate()} />}
    </div>
  )
}

type Answer = { readonly downloadUrl: string | null; readonly rows: number; readonly rejected: number }

function textOf(found: Answer | undefined): string {
  if (found?.downloadUrl === null) {
    return 'No rejected rows are kept: they were too long, or a person was erased since the file was sent. Correct them in your own file.'
  }
  if (found !== undefined && found.rows < found.rejected) {
    return `The file has ${found.rows.toLocaleString()} of ${found.rejected.toLocaleString()} rejected rows. Correct the others in your own file.`
  }
  return 'The file has the columns of yours, and the reason as its last one. Correct the rows and import it as it is: the reasons are ignored.'
}
