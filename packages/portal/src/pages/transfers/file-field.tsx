import { Field, type FieldProps } from '../../components/fields/field.tsx'
import { sizeText } from './transfer-words.ts'

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
