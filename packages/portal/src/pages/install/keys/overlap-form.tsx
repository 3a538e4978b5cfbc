import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Form } from '../../../components/form.tsx'
import { Select } from '../../../components/select.tsx'
import { overlaps } from './key-words.ts'

type Props = {
  readonly action: string
  readonly text: string
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (overlapHours: number) => void
  readonly onClose: () => void
}

/** Asks for how long the previous key keeps working. */
export function OverlapForm({ action, text, isBusy, error, onSubmit, onClose }: Props) {
  const [hours, setHours] = useState<(typeof overlaps)[number]['value']>('24')
  return (
    <Form onSubmit={() => onSubmit(Number(hours))} error={error}>
      <p>{text}</p>
      <Select
        label="The previous key keeps working for"
        name="overlapHours"
        options={overlaps}
        value={hours}
        onChange={(it) => setHours(it ?? '24')}
        hint="Long enough to put the new key everywhere the previous one is used."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
