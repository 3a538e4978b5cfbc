import type { ImportKind, ImportMapping } from '@goodword/domain/files/import'
import { columnsOfMapping } from '@goodword/domain/files/import-columns'
import { parseDateFormat, parseImportDate } from '@goodword/domain/files/import-date'
import { chosenFields, requiredFields } from '@goodword/domain/files/import-fields'
import { Select } from '../../components/fields/select.tsx'
import { type ColumnChoice, columnsRead } from './column-choice.ts'
import type { FileTable } from './file-table.ts'
import { fieldWords, mappingWords } from './transfer-words.ts'

type FilePreviewProps = {
  readonly table: FileTable
  readonly kind: ImportKind
  readonly mapping: ImportMapping | null
  readonly dateFormat: string | null
  readonly choice: ColumnChoice
  readonly onChange: (choice: ColumnChoice) => void
}

/** The column of each field, and the first rows as they would be read. */
export function FilePreview({ table, kind, mapping, dateFormat, choice, onChange }: FilePreviewProps) {
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
