import { type Columns, csvWriter } from '@goodword/domain/files/csv-record'
import type { ExportKind } from '@goodword/domain/files/export'
import { FileDown } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { type AnswerOf, callOperation, type InputOf } from '../api/client.ts'
import { useMutationOf } from '../api/use-mutation-of.ts'
import { useTenantAlias } from '../api/use-tenant-alias.ts'
import { readWithSignIn } from '../api/with-sign-in.ts'
import { Button } from '../components/button.tsx'
import type { DayRange } from '../components/fields/day-range-field.tsx'
import { ProgramLink } from '../components/links.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import { useToast } from '../components/overlays/toast.tsx'
import { saveFile } from '../components/save-file.ts'
import { TimeZone } from '../components/texts/date-time.tsx'
import { ErrorState } from '../components/texts/error-state.tsx'
import { Progress } from '../components/texts/progress.tsx'
import { endOfDay } from '../format/day-range.ts'
import { count } from '../format/number-text.ts'
import { timeInZone } from '../format/zoned-time.ts'
import { useRole } from '../session/use-session.ts'
import { type ListName, queryOf } from './use-list.ts'

/** The number of rows of a list that are counted, and read into the memory of a browser. */
const MAX_ROWS = 10_000

/** The export of the service that has the same rows. */
export type WholeList = DayRange & { readonly kind: ExportKind }

type SaveListProps<Name extends ListName, Row> = {
  /** The list as `useList` returns it. */
  readonly list: {
    readonly asked: AskedList<Name>
    readonly data: { readonly totalCount: number | null } | undefined
  }
  readonly rowsOf: (page: AnswerOf<Name>) => readonly Row[]
  readonly columns: Columns<Row>
  /** The name of the exported records in the plural: "referrals". */
  readonly noun: string
  /** Null while other filters than days choose, or another order. */
  readonly whole?: WholeList | null
}

/**
 * Saves a list as a file, filtered and sorted as it is shown. Lists that an export of the service contains are written by
 * the service, however long they are; all others by the browser.
 */
export function SaveList<Name extends ListName, Row>({ whole = null, ...file }: SaveListProps<Name, Row>) {
  const { canWrite } = useRole()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (!canWrite) return null
  return (
    <>
      <Button icon={<FileDown />} onClick={() => setIsOpen(true)}>
        Export
        <span className="sr-only"> this list</span>
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title="Export this list">
        {whole === null ? (
          <ListFile {...file} onClose={close} />
        ) : (
          <WholeExport {...whole} noun={file.noun} onClose={close} />
        )}
      </Dialog>
    </>
  )
}

type ListFileProps<Name extends ListName, Row> = Omit<SaveListProps<Name, Row>, 'whole'> & {
  readonly onClose: () => void
}

function ListFile<Name extends ListName, Row>(props: ListFileProps<Name, Row>) {
  const { list, noun, onClose } = props
  const file = useListFile(props)
  const total = list.data?.totalCount ?? null
  return (
    <Question
      onClose={onClose}
      action={
        <Button kind="primary" isBusy={file.readRows !== null} onClick={file.save}>
          Save the file
        </Button>
      }
    >
      {total === null ? (
        <p>
          A CSV file for spreadsheets with the first {MAX_ROWS.toLocaleString()} {noun} of this list, filtered
          and sorted as you see it. There are more: choose days to have all of them, in several files.
        </p>
      ) : (
        <p>
          A CSV file for spreadsheets with what this list has, filtered and sorted as you see it:{' '}
          {total.toLocaleString()} in all.
        </p>
      )}
      {file.readRows !== null && (
        <Progress label="Rows read" done={file.readRows} total={total ?? MAX_ROWS} />
      )}
      {file.error !== null && <ErrorState error={file.error} />}
    </Question>
  )
}

type WholeExportProps = WholeList & {
  readonly noun: string
  readonly onClose: () => void
}

function WholeExport({ kind, noun, from, to, onClose }: WholeExportProps) {
  const timeZone = useContext(TimeZone)
  const create = useMutationOf('createExport')
  const body = {
    kind,
    format: 'csv',
    ...(from === undefined ? {} : { from: timeInZone(from, timeZone) }),
    ...(to === undefined ? {} : { to: endOfDay(to, timeZone) }),
  } as const
  const hasDays = from !== undefined || to !== undefined
  return (
    <Question
      onClose={onClose}
      dismiss={create.isSuccess ? 'Close' : 'Cancel'}
      action={
        <Button kind="primary" isBusy={create.isPending} onClick={() => create.mutate({ body })}>
          {create.isSuccess ? 'Export again' : 'Write the file'}
        </Button>
      }
    >
      {create.isSuccess ? (
        <p role="status">
          The file is being written.{' '}
          <ProgramLink page="transfers" className="text-link underline">
            Download it under Import / export
          </ProgramLink>
          .
        </p>
      ) : (
        <p>
          A CSV file for spreadsheets with {hasDays ? `the ${noun} of the chosen days` : `all ${noun}`},
          oldest first. The service writes it in the background.
        </p>
      )}
      {create.isError && <ErrorState error={create.error} />}
    </Question>
  )
}

type QuestionProps = {
  readonly children: ReactNode
  readonly action: ReactNode
  readonly dismiss?: string
  readonly onClose: () => void
}

function Question({ children, action, dismiss = 'Cancel', onClose }: QuestionProps) {
  return (
    <div className="flex flex-col gap-4">
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{dismiss}</Button>
        {action}
      </div>
    </div>
  )
}

/** Reads a list to its end and saves it; reading ends when the component is gone. */
function useListFile<Name extends ListName, Row>({
  list,
  rowsOf,
  columns,
  noun,
  onClose,
}: ListFileProps<Name, Row>) {
  const tenantAlias = useTenantAlias()
  const showToast = useToast()
  const [readRows, setReadRows] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  async function read(): Promise<readonly Row[]> {
    const rows: Row[] = []
    await readWholeList(tenantAlias, list.asked, (page) => {
      rows.push(...rowsOf(page))
      setReadRows(rows.length)
      return isShown.current && rows.length < MAX_ROWS
    })
    return rows.slice(0, MAX_ROWS)
  }

  async function save(): Promise<void> {
    setError(null)
    setReadRows(0)
    try {
      const rows = await read()
      if (!isShown.current) return
      const { header, record } = csvWriter(columns)
      saveFile(`${noun.replaceAll(' ', '-')}.csv`, 'text/csv', header + rows.map(record).join(''))
      showToast({ text: `Saved ${count(rows.length, 'row', 'rows')}.` })
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setReadRows(null)
    }
  }

  return { readRows, error, save: () => void save() }
}

/** The largest page of the API. */
const PAGE = 1000

export type AskedList<Name extends ListName> = { readonly name: Name; readonly input: InputOf<Name> }

/**
 * Reads a list from its first entry on, filtered and sorted as it is asked for: `onPage` gets each page, and says whether
 * another one is needed.
 */
async function readWholeList<Name extends ListName>(
  tenantAlias: string,
  { name, input }: AskedList<Name>,
  onPage: (page: AnswerOf<Name>) => boolean,
): Promise<void> {
  let cursor: string | null = null
  do {
    const query: object = { ...queryOf(input), limit: PAGE, ...(cursor === null ? {} : { cursor }) }
    // Every list takes these; the compiler does not know which list it is.
    const page: AnswerOf<Name> = await readWithSignIn(() =>
      callOperation(tenantAlias, name, { ...input, query } as InputOf<Name>),
    )
    if (!onPage(page)) return
    cursor = (page as { readonly nextCursor: string | null }).nextCursor
  } while (cursor !== null)
}
