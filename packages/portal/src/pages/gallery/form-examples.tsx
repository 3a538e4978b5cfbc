import { ApiError } from '@goodword/client'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Combobox } from '../../components/combobox.tsx'
import { DateField } from '../../components/date-field.tsx'
import { Form } from '../../components/form.tsx'
import { MoneyField, NumberField, PercentField } from '../../components/number-field.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { Select } from '../../components/select.tsx'
import { Switch } from '../../components/switch.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { TextField } from '../../components/text-field.tsx'

const zones = ['Europe/Berlin', 'Europe/London', 'America/New_York', 'Asia/Tokyo'].map((value) => ({
  value,
  label: value.replace('_', ' '),
}))

/** What the API answers for a wrong field. */
const rejected = new ApiError({
  code: 'VALIDATION_FAILED',
  message: '"url" must be an https address.',
  param: 'url',
  status: 400,
  requestId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
})

export function FormExamples() {
  const [error, setError] = useState<ApiError | null>(null)
  const [url, setUrl] = useState('http://shop.example.com')
  const [note, setNote] = useState('')
  const [months, setMonths] = useState<number | null>(12)
  const [price, setPrice] = useState<number | null>(49.9)
  const [percent, setPercent] = useState<number | null>(101)
  const [isChecked, setChecked] = useState(true)
  const [isOn, setOn] = useState(true)
  const [type, setType] = useState<'discount' | 'credit'>('discount')
  const [from, setFrom] = useState<string | null>('2026-03-01')
  return (
    <Form onSubmit={() => setError(rejected)} error={error} label="Example">
      <TextField label="URL" name="url" value={url} onChange={setUrl} hint="Must be https." isCode />
      <TextArea label="Note" value={note} onChange={setNote} isOptional rows={2} />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField label="Months" value={months} onChange={setMonths} minimum={1} />
        <MoneyField label="Price" currency="EUR" value={price} onChange={setPrice} />
        <PercentField label="Discount" value={percent} onChange={setPercent} />
      </div>
      <SelectExample />
      <DateField label="From" value={from} onChange={setFrom} />
      <RadioGroup
        label="Reward"
        value={type}
        onChange={setType}
        options={[
          { value: 'discount', label: 'Discount', hint: 'A share of each bill.' },
          { value: 'credit', label: 'Credit', hint: 'An amount to spend.' },
        ]}
      />
      <Checkbox
        label="Include personal data"
        hint="Names and e-mail addresses."
        isChecked={isChecked}
        onChange={setChecked}
      />
      <Switch label="Program is on" hint="Takes effect at once." isOn={isOn} onChange={setOn} />
      <TextField label="Disabled" value="Cannot be changed" onChange={() => undefined} disabled />
      <div>
        <Button type="submit" kind="primary">
          Submit with an error
        </Button>
      </div>
    </Form>
  )
}

export function SelectExample() {
  const [zone, setZone] = useState<string | null>('Europe/Berlin')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select label="Time zone" options={zones} value={zone} onChange={setZone} empty="Any" />
      <Combobox label="Time zone by typing" options={zones} value={zone} onChange={setZone} />
    </div>
  )
}
