import type { Receiver } from '@goodword/client'
import { createWebhook } from '@goodword/contract/webhooks/endpoints'
import { webhookEvents, webhookEventTypes } from '@goodword/contract/webhooks/event-types'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Form } from '../../components/fields/form.tsx'
import { RadioGroup } from '../../components/fields/radio-group.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import type { Secret } from '../../components/overlays/shown-once.tsx'
import { bodyRules } from '../../forms/body-rules.ts'
import { useTenant } from '../../session/use-session.ts'

type Props = {
  /** Null to add one. */
  readonly receiver: Receiver | null
  readonly onClose: () => void
  readonly onSecret?: (secret: Secret) => void
}

const choices = [
  { value: 'all', label: 'All events', hint: 'Also types that later releases add.' },
  { value: 'some', label: 'Only these types' },
] as const

/** A test is sent to one receiver by hand. */
const offeredTypes = webhookEventTypes.filter((it) => it !== 'test')

/** Where events are sent, which ones, and with what. */
export function ReceiverForm({ receiver, onClose, onSecret = () => undefined }: Props) {
  const isLive = useTenant()?.mode === 'live'
  const [url, setUrl] = useState(receiver?.url ?? '')
  const [description, setDescription] = useState(receiver?.description ?? '')
  const [choice, setChoice] = useState<'all' | 'some'>((receiver?.types.length ?? 0) === 0 ? 'all' : 'some')
  const [chosen, setChosen] = useState<Receiver['types']>(receiver?.types ?? [])
  const [includePersonalData, setPersonalData] = useState(receiver?.includePersonalData ?? false)
  const create = useMutationOf('createWebhook', {
    onSuccess: (it) =>
      onSecret({
        title: 'The signing secret of the webhook',
        label: 'Signing secret',
        value: it.secret,
        text: `With it your system checks that an event at ${it.url} came from Goodword. Store it there, then open the webhook and send a test event.`,
      }),
  })
  const update = useMutationOf('updateWebhook', { onSuccess: onClose })
  const save = receiver === null ? create : update
  const body = {
    url: url.trim(),
    types: choice === 'all' ? [] : [...chosen],
    description: description.trim(),
    includePersonalData,
  }
  // An empty list means all of them.
  const isNoneChosen = choice === 'some' && chosen.length === 0
  const noTypes = isNoneChosen ? { param: 'types', text: 'Choose at least one type of event.' } : null
  const submit = () =>
    receiver === null ? create.mutate({ body }) : update.mutate({ params: { webhookId: receiver.id }, body })
  return (
    <Form onSubmit={submit} error={save.error} rules={bodyRules(createWebhook.body, body, [noTypes])}>
      <TextField
        label="URL"
        name="url"
        value={url}
        onChange={setUrl}
        type="url"
        isCode
        placeholder="https://shop.example.com/goodword/events"
        hint={isLive ? 'Must be https.' : 'https; http is permitted in test mode.'}
      />
      <TextField
        label="Note"
        name="description"
        value={description}
        onChange={setDescription}
        isOptional
        hint="For your own use, such as the system that receives the events."
      />
      <RadioGroup label="Events" name="types" options={choices} value={choice} onChange={setChoice} />
      {choice === 'some' && (
        <fieldset className="grid gap-2 pl-6 sm:grid-cols-2">
          <legend className="sr-only">Types of events</legend>
          {offeredTypes.map((type) => (
            <Checkbox
              key={type}
              label={<code className="break-all">{type}</code>}
              hint={webhookEvents[type].forStaff}
              isChecked={chosen.includes(type)}
              onChange={(isOn) => setChosen(isOn ? [...chosen, type] : chosen.filter((it) => it !== type))}
            />
          ))}
        </fieldset>
      )}
      <Checkbox
        label="Include personal data"
        name="includePersonalData"
        hint="Adds names and e-mail addresses. Without it, events have IDs and amounts only."
        isChecked={includePersonalData}
        onChange={setPersonalData}
      />
      <FormActions
        action={receiver === null ? 'Add the webhook' : 'Save the webhook'}
        isBusy={save.isPending}
        onClose={onClose}
      />
    </Form>
  )
}
