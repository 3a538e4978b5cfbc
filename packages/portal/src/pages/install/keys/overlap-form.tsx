import { rollApiKey } from '@goodword/contract/keys/endpoints'
import { useState } from 'react'
import { Form } from '../../../components/fields/form.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { FormActions } from '../../../components/overlays/form-actions.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
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
  const body = { overlapHours: Number(hours) }
  return (
    <Form
      onSubmit={() => onSubmit(body.overlapHours)}
      error={error}
      label={action}
      // A signing key is rolled by the same body.
      rules={bodyRules(rollApiKey.body, body)}
    >
      <p>{text}</p>
      <Select
        label="The previous key keeps working for"
        name="overlapHours"
        options={overlaps}
        value={hours}
        onChange={(it) => setHours(it ?? '24')}
        hint="Long enough to put the new key everywhere the previous one is used."
      />
      <FormActions action={action} isBusy={isBusy} onClose={onClose} />
    </Form>
  )
}
