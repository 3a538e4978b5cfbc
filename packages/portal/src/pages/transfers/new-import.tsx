import type { Import } from '@goodword/client'
import { createImport } from '@goodword/contract/files/import-endpoints'
import { type FoundDates, foundDates } from '@goodword/domain/files/found-dates'
import { type ImportKind, type ImportMapping, importKinds } from '@goodword/domain/files/import'
import { columnsOfMapping, productOf } from '@goodword/domain/files/import-columns'
import { parseDateFormat, parseImportDate } from '@goodword/domain/files/import-date'
import { chosenFields, requiredFields } from '@goodword/domain/files/import-fields'
import { useMemo, useState } from 'react'
import { Field, type FieldProps } from '../../components/fields/field.tsx'
import { Form } from '../../components/fields/form.tsx'
import type { FieldProblem } from '../../components/fields/form-errors.ts'
import { RadioGroup } from '../../components/fields/radio-group.tsx'
import { type Option, Select } from '../../components/fields/select.tsx'
import { NewTabLink } from '../../components/links.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { Progress } from '../../components/texts/progress.tsx'
import { bodyRules } from '../../forms/body-rules.ts'
import {
  type ColumnChoice,
  columnsRead,
  headerFor,
  missingColumns,
  proposedChoice,
  withHeader,
} from './column-choice.ts'
import { type FileTable, readTable } from './file-table.ts'
import {
  columnsOf,
  fieldWords,
  importKindWords,
  mappingsFor,
  mappingWords,
  sizeText,
} from './transfer-words.ts'
import { useUpload } from './use-upload.ts'

const hints = {
  users: 'People with their codes. First of the three.',
  referrals: 'Who referred whom, and when. After the people.',
  balances: 'Open credit of accounts. Last.',
} as const

type NewImportProps = { readonly onClose: () => void; readonly onCreated: (created: Import) => void }

/** Chooses a file and checks it: nothing is stored before the person has seen its faults. */
export function NewImport({ onClose, onCreated }: NewImportProps) {
  const [kind, setKind] = useState<ImportKind>('users')
  const [mapping, setMapping] = useState<ImportMapping | null>(null)
  /** Undefined until a person chooses one. */
  const [chosenFormat, setChosenFormat] = useState<string | null>()
  const [file, setFile] = useState<File | null>(null)
  const [table, setTable] = useState<FileTable | null>(null)
  const [choice, setChoice] = useState<ColumnChoice>({})
  const upload = useUpload(onCreated)
  const found = useMemo(
    () => (table === null ? plainDates : datesIn(table, columnsRead(table, kind, mapping, choice))),
    [table, kind, mapping, choice],
  )
  const dateFormat =
    chosenFormat === undefined && found.kind === 'one' ? found.format : (chosenFormat ?? null)
  const hasOwnColumns = table !== null && mapping === null
  const submit = () => {
    if (file === null || upload.isPending) return
    const sent = hasOwnColumns ? withHeader(file, table, headerFor(kind, table, choice)) : file
    upload.mutate({ file: sent, kind, mapping, dateFormat, isDryRun: true })
  }
  /** Proposes how a file with these columns is read: its product, and the columns of each field. */
  const propose = (next: FileTable | null, nextKind: ImportKind) => {
    setTable(next)
    setChosenFormat(undefined)
    if (next === null) return
    setMapping(productOf(next.columns, nextKind))
    setChoice(proposedChoice(nextKind, next))
  }
  const choose = async (next: File | null) => {
    setFile(next)
    propose(next === null ? null : await readTable(next).catch(() => null), kind)
  }
  return (
    <Form
      label="Import a file"
      onSubmit={submit}
      error={upload.error}
      rules={bodyRules(createImport.query, { kind, mapping, dateFormat }, [
        wrongFile(file),
        ...(hasOwnColumns ? missingColumns(kind, choice) : []),
        ...undecidedDates(found, dateFormat),
      ])}
    >
      <p className="text-soft">
        The file is checked first, and nothing is stored.{' '}
        <NewTabLink href="/docs/guides/moving-in">How to move in from another product</NewTabLink>
      </p>
      <RadioGroup
        label="What each row is"
        name="kind"
        options={importKinds.map((it) => ({ value: it, label: importKindWords[it], hint: hints[it] }))}
        value={kind}
        onChange={(it) => {
          setKind(it)
          if (table !== null) propose(table, it)
          else if (mapping !== null && !mappingsFor(it).includes(mapping)) setMapping(null)
        }}
      />
      <Select
        label="Where the file is from"
        name="mapping"
        empty="A file of your own"
        options={mappingsFor(kind).map((it) => ({ value: it, label: mappingWords[it] }))}
        value={mapping}
        onChange={setMapping}
        hint={
          mapping === null
            ? `Columns: ${columnsOf[kind]}, and the others of our exports. After the check you see which were not known.`
            : `The columns of ${mappingWords[mapping]} are read as they are; the guide names them.`
        }
      />
      <Select
        label="How dates are written"
        name="dateFormat"
        empty="2026-12-31, 2026-12-31T23:59:59Z or milliseconds"
        options={dateFormatOptions(found)}
        value={dateFormat}
        onChange={setChosenFormat}
        hint={dateHint(found)}
      />
      <FileField
        label="File"
        name="file"
        file={file}
        onChange={(next) => void choose(next)}
        hint="CSV with a header line and commas, semicolons or tabs, or one JSON object per line (.ndjson); in UTF-8, up to 1 GiB."
      />
      {table !== null && (
        <FilePreview {...{ table, kind, mapping, dateFormat, choice }} onChange={setChoice} />
      )}
      {upload.isPending && <Uploading part={upload.part} />}
      <FormActions action="Check the file" isBusy={upload.isPending} onClose={onClose} />
    </Form>
  )
}

const plainDates = { kind: 'plain' } as const
const MAX_BYTES = 2 ** 30

export function wrongFile(file: File | null): FieldProblem | null {
  const text =
    file === null
      ? 'Choose a file.'
      : file.size === 0
        ? 'This file is empty. Choose another one.'
        : file.size > MAX_BYTES
          ? 'This file is larger than 1 GiB. Divide it, and import the parts one after the other.'
          : null
  return text === null ? null : { param: 'file', text }
}

export function Uploading({ part }: { readonly part: number }) {
  return (
    <div>
      <Progress label="Percent sent" done={Math.round(part * 100)} total={100} />
      <p className="mt-1 text-xs text-soft">Keep this page open until the file is sent.</p>
    </div>
  )
}

/** How the date columns of a file are written, as far as the rows that were looked at show it. */
function datesIn({ rows }: FileTable, read: ColumnChoice): FoundDates {
  const columns = Object.entries(read).flatMap(([field, index]) => (field.startsWith('date') ? [index] : []))
  return foundDates(rows.flatMap(({ cells }) => columns.map((index) => cells[index] ?? '')))
}

/** The found date formats, in a sentence; undefined where there is no choice. */
function dateHint(found: FoundDates): string | undefined {
  switch (found.kind) {
    case 'one':
      return `Found in the file: ${found.value} is ${dayIn(found.value, found.format)}.`
    case 'several': {
      const days = [...new Set(found.formats.map((it) => dayIn(found.value, it)))]
      return `${found.value} can be ${days.join(' or ')}.`
    }
    case 'unknown':
      return `No format that is known here reads all dates of the file, such as ${found.value}.`
    case 'plain':
      return undefined
  }
}

/** Nothing is guessed: a month that is read as a day moves rewards by months. */
function undecidedDates(found: FoundDates, dateFormat: string | null): readonly FieldProblem[] {
  if (found.kind !== 'several' || dateFormat !== null) return []
  return [{ param: 'dateFormat', text: `Choose how dates are written: ${dateHint(found)}` }]
}

/** How files often write dates, beside milliseconds and ISO 8601, which are always read. */
const usualFormats = [
  ...['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY HH:mm', 'YYYY-MM-DD HH:mm:ss'],
  ...['MM/DD/YYYY hh:mm A', 's'],
]

/** The formats to choose from: the usual ones, and those that a file was found to have. */
function dateFormatOptions(found: FoundDates): readonly Option[] {
  const own = found.kind === 'one' ? [found.format] : found.kind === 'several' ? found.formats : []
  return [...new Set([...usualFormats, ...own])].map((value) => ({ value, label: exampleOf(value) }))
}

const exampleParts: Readonly<Record<string, string>> = {
  ...{ YYYY: '2026', MM: '12', DD: '31', HH: '23', hh: '11', mm: '59', ss: '59', A: 'PM' },
}

/** A date in a format, with the order of day and month and the time zone. */
function exampleOf(format: string): string {
  if (format === 's') return 'Seconds since 1970, as Stripe and databases write them'
  const example = format.replace(/YYYY|MM|DD|HH|hh|mm|ss|A/g, (it) => exampleParts[it] ?? it)
  const order = /^DD[/-]/.test(format) ? ', the day first' : /^MM/.test(format) ? ', the month first' : ''
  return `${example}${order}${format.includes('mm') ? ', in UTC' : ''}`
}

function dayIn(text: string, format: string): string {
  const at = parseImportDate(text, parseDateFormat(format))
  return at === null
    ? text
    : new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

type FileFieldProps = FieldProps & {
  readonly file: File | null
  readonly onChange: (file: File | null) => void
}

/** `<FileField label="File" file={file} onChange={setFile} />`: a file of an import. */
export function FileField({ file, onChange, ...field }: FileFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <div className="flex flex-col gap-1">
          <input
            {...control}
            type="file"
            accept=".csv,.ndjson,.jsonl,.json,.txt,text/csv,application/x-ndjson"
            onChange={(event) => onChange(event.target.files?.[0] ?? null)}
            className="control file:mr-3 file:rounded file:bg-neutral-soft file:px-2 file:py-0.5 file:text-text"
          />
          {file !== null && <span className="text-xs text-soft">{sizeText(file.size)}</span>}
        </div>
      )}
    </Field>
  )
}

type FilePreviewProps = {
  readonly table: FileTable
  readonly kind: ImportKind
  readonly mapping: ImportMapping | null
  readonly dateFormat: string | null
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice) => void
}

/** The column of each field, and the first rows as they would be read. */
function FilePreview({ table, kind, mapping, dateFormat, choice, onChange }: FilePreviewProps) {
  const read = columnsRead(table, kind, mapping, choice)
  const fields = chosenFields(kind).filter((it) => read[it] !== undefined)
  return (
    <section aria-label="What the file has" className="flex flex-col gap-4 rounded-lg border border-line p-4">
      {mapping === null ? (
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 font-medium">
            Columns of the file <span className="font-normal text-soft">({table.columns.length} found)</span>
          </legend>
          {chosenFields(kind).map((field) => (
            <Select
              key={field}
              label={fieldWords[field] ?? field}
              name={`columns.${field}`}
              isOptional={!requiredFields[kind].some((oneOf) => oneOf.includes(field))}
              empty="No column"
              options={table.columns.map((column, index) => ({
                value: String(index),
                label: column === '' ? `Column ${index + 1}` : column,
              }))}
              value={choice[field] === undefined ? null : String(choice[field])}
              onChange={(index) => onChange(withChoice(choice, field, index))}
            />
          ))}
        </fieldset>
      ) : (
        <p className="text-soft">
          The columns of {mappingWords[mapping]} are read as they are. Choose “A file of your own” above to
          choose other columns.
        </p>
      )}
      {fields.length === 0 ? (
        <p className="text-soft">No column is read yet.</p>
      ) : (
        <FirstRows {...{ table, fields, read, mapping, kind, dateFormat }} />
      )}
    </section>
  )
}

function withChoice(choice: ColumnChoice, field: string, index: string | null): ColumnChoice {
  const { [field]: _, ...others } = choice
  return index === null ? others : { ...others, [field]: Number(index) }
}

const SHOWN_ROWS = 5
/** Arrow keys scroll the focused element. */
const SCROLLED_BY_KEYS = 0

type FirstRowsProps = Pick<FilePreviewProps, 'table' | 'mapping' | 'kind' | 'dateFormat'> & {
  readonly fields: readonly string[]
  readonly read: ColumnChoice
}

function FirstRows({ table, fields, read, mapping, kind, dateFormat }: FirstRowsProps) {
  const statuses = mapping === null ? undefined : columnsOfMapping(kind, mapping)?.statuses
  const format = dateFormat === null ? null : parseDateFormat(dateFormat)
  const shown = (field: string, text: string) => {
    if (text === '') return <span className="text-soft">–</span>
    if (field === 'status') return statuses?.[text] ?? text
    if (!field.startsWith('date')) return text
    const time = parseImportDate(text.trim(), format)
    if (time !== null) return new Date(time).toISOString().replace('T', ' ').slice(0, 16)
    return <span className="text-danger">{text} is not read as a date</span>
  }
  return (
    <div>
      <p className="mb-1 font-medium">The first rows, as they are read</p>
      <section aria-label="First rows" tabIndex={SCROLLED_BY_KEYS} className="overflow-x-auto">
        <table className="w-full text-left text-xs">
          <thead className="text-soft">
            <tr>
              {fields.map((field) => (
                <th key={field} scope="col" className="py-1 pr-4 font-medium whitespace-nowrap">
                  {fieldWords[field] ?? field}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(0, SHOWN_ROWS).map(({ start, cells }) => (
              <tr key={start} className="border-t border-line">
                {fields.map((field) => (
                  <td key={field} className="max-w-56 truncate py-1 pr-4">
                    {shown(field, cells[read[field] ?? -1] ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
