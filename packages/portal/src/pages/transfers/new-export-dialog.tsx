import { createExport } from '@goodword/contract/endpoints/exports'
import type { ExportFormat, ExportKind } from '@goodword/domain/files/export'
import { useContext, useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { DateField } from '../../components/date-field.tsx'
import { TimeZone } from '../../components/date-time.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { optionsOf, Select } from '../../components/select.tsx'
import { useToast } from '../../components/toast.tsx'
import { endOfDay } from '../../format/day-range.ts'
import { timeInZone } from '../../format/zoned-time.ts'
import { bodyRules, wrongOrder } from '../../forms/body-rules.ts'
import { exportKindWords } from './transfer-words.ts'

const formats: Readonly<Record<ExportFormat, { readonly label: string; readonly hint: string }>> = {
  csv: { label: 'CSV', hint: 'For spreadsheets.' },
  ndjson: { label: 'NDJSON', hint: 'For programs: one JSON object per line, shaped as in the API.' },
}

type NewExportDialogProps = { readonly isOpen: boolean; readonly onClose: () => void }

export function NewExportDialog({ isOpen, onClose }: NewExportDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Export records to a file">
      <NewExport onClose={onClose} />
    </Dialog>
  )
}

function NewExport({ onClose }: Omit<NewExportDialogProps, 'isOpen'>) {
  const timeZone = useContext(TimeZone)
  const showToast = useToast()
  const [kind, setKind] = useState<ExportKind>('referrals')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const create = useMutationOf('createExport', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The file is being written. You can leave this page.' })
    },
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={create.isPending}>
          Export
        </Button>
      </div>
    </Form>
  )
}
