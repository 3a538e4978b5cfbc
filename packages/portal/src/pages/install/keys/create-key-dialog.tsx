import { createApiKey } from '@goodword/contract/endpoints/keys'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { FieldGroup } from '../../../components/field.tsx'
import { Form } from '../../../components/form.tsx'
import { Select } from '../../../components/select.tsx'
import type { Secret } from '../../../components/shown-once.tsx'
import { TextField } from '../../../components/text-field.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { type KeyScope, scopeWords } from './key-words.ts'

type Props = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSecret: (secret: Secret) => void
}

const DAY_MS = 86_400_000
const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const
// The keys of the table are the scopes.
const scopes = Object.keys(scopeWords) as readonly KeyScope[]

export function CreateKeyDialog({ isOpen, onClose, onSecret }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Create an API key">
      <CreateKeyForm onClose={onClose} onSecret={onSecret} />
    </Dialog>
  )
}

function CreateKeyForm({ onClose, onSecret }: Omit<Props, 'isOpen'>) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly KeyScope[]>(['read', 'write'])
  const [days, setDays] = useState<(typeof expiries)[number]['value'] | null>(null)
  const [openedAt] = useState(() => Date.now())
  const create = useMutationOf('createApiKey', {
    onSuccess: (it) =>
      onSecret({
        title: `The API key of ${it.name ?? 'your server'}`,
        label: 'API key',
        value: it.apiKey,
        text: 'Put it where your server keeps its secrets, never into a page.',
      }),
  })
  const body = {
    name: name.trim(),
    scopes: [...chosen],
    // From when the dialog was opened, so that a repeated submit is the same request.
    ...(days === null ? {} : { dateExpires: openedAt + Number(days) * DAY_MS }),
  }
  return (
    <Form
      onSubmit={() => create.mutate({ body })}
      error={create.error}
      rules={bodyRules(createApiKey.body, body)}
    >
      <TextField
        label="Name"
        name="name"
        value={name}
        onChange={setName}
        autoComplete="off"
        hint="The system that uses it, such as Shop server."
      />
      <FieldGroup label="What it may do" name="scopes">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={scopeWords[scope][0]}
            hint={scopeWords[scope][1]}
            isChecked={chosen.includes(scope)}
            onChange={(isOn) => setChosen(scopes.filter((it) => (it === scope ? isOn : chosen.includes(it))))}
          />
        ))}
      </FieldGroup>
      <Select
        label="Expires"
        name="dateExpires"
        options={expiries}
        empty="Never"
        value={days}
        onChange={setDays}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={create.isPending}>
          Create the key
        </Button>
      </div>
    </Form>
  )
}
