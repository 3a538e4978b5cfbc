import type { ApiKey } from '@goodword/client'
import { createApiKey } from '@goodword/contract/keys/endpoints'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import type { Column } from '../../../components/data-table.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { FieldGroup } from '../../../components/fields/field.tsx'
import { Form } from '../../../components/fields/form.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { NewTabLink } from '../../../components/links.tsx'
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { FormActions } from '../../../components/overlays/form-actions.tsx'
import { type Secret, ShownOnce } from '../../../components/overlays/shown-once.tsx'
import { useMutationWithToast } from '../../../components/overlays/use-mutation-with-toast.ts'
import { PlainSection } from '../../../components/page.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { bodyRules } from '../../../forms/body-rules.ts'
import { ListView } from '../../../lists/list-view.tsx'
import { useList } from '../../../lists/use-list.ts'
import { isWorking, type KeyScope, keyState, scopeWords } from './key-words.ts'
import { OverlapForm } from './overlap-form.tsx'

type Question =
  | { readonly action: 'create' }
  | { readonly action: 'roll' | 'revoke'; readonly apiKey: ApiKey }

const DAY_MS = 86_400_000

const expiries = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
] as const

// The keys of the table are the scopes.
const scopes = Object.keys(scopeWords) as readonly KeyScope[]

/** The keys of the merchant's servers. */
export function ApiKeysSection() {
  const list = useList('listApiKeys', {})
  const [question, setQuestion] = useState<Question | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const close = () => setQuestion(null)
  const show = (shown: Secret) => {
    close()
    setSecret(shown)
  }
  return (
    <PlainSection
      title="API keys"
      text={
        <>
          Your servers send a key with each call. Give each system its own key, with only what it needs.{' '}
          <NewTabLink href="/docs/guides/webhooks#connections">
            Guide: Zapier, n8n, Make and Segment
          </NewTabLink>
        </>
      }
      actions={
        <Button kind="primary" icon={<Plus />} onClick={() => setQuestion({ action: 'create' })}>
          Create an API key
        </Button>
      }
    >
      {secret !== null && <ShownOnce secret={secret} onDone={() => setSecret(null)} />}
      <ListView
        list={list}
        rowsOf={(it) => it.apiKeys}
        noun="API keys"
        label="API keys"
        columns={columnsFor(setQuestion)}
        keyOf={(it) => it.id}
        icon={<KeyRound />}
        empty={{
          title: 'No API keys yet',
          children: 'Create one for the server that reports accounts and payments.',
        }}
      />
      <Dialog isOpen={question?.action === 'create'} onClose={close} title="Create an API key">
        <CreateKeyForm onClose={close} onSecret={show} />
      </Dialog>
      <RollKeyDialog
        apiKey={question?.action === 'roll' ? question.apiKey : null}
        onClose={close}
        onSecret={show}
      />
      <RevokeKeyDialog apiKey={question?.action === 'revoke' ? question.apiKey : null} onClose={close} />
    </PlainSection>
  )
}

function columnsFor(ask: (question: Question) => void): readonly Column<ApiKey>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      isTitle: true,
      cell: (it) => (
        <span className="break-all">
          <bdi>{it.name ?? 'Without a name'}</bdi>{' '}
          <code className="font-normal text-soft">••••{it.lastFour}</code>
        </span>
      ),
    },
    {
      name: 'scopes',
      label: 'May',
      cell: (it) => it.scopes.map((scope) => scopeWords[scope]?.[0] ?? scope).join(', '),
    },
    { name: 'state', label: 'State', cell: (it) => <KeyState apiKey={it} /> },
    {
      name: 'used',
      label: 'Last used',
      cell: (it) => (it.dateLastUsed === null ? 'Never' : <DateTime at={it.dateLastUsed} />),
    },
    { name: 'expires', label: 'Expires', cell: (it) => <DateTime at={it.dateExpires} /> },
    { name: 'created', label: 'Created', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
    {
      name: 'actions',
      label: 'Actions',
      cell: (it) => isWorking(it, Date.now()) && <KeyActions apiKey={it} ask={ask} />,
    },
  ]
}

function KeyActions({ apiKey, ask }: { readonly apiKey: ApiKey; readonly ask: (it: Question) => void }) {
  const name = apiKey.name ?? apiKey.lastFour
  return (
    <span className="flex flex-wrap gap-2">
      {apiKey.replacedBy === null && (
        <Button aria-label={`Roll ${name}`} onClick={() => ask({ action: 'roll', apiKey })}>
          Roll
        </Button>
      )}
      <Button aria-label={`Revoke ${name}`} onClick={() => ask({ action: 'revoke', apiKey })}>
        Revoke
      </Button>
    </span>
  )
}

function KeyState({ apiKey }: { readonly apiKey: ApiKey }) {
  const [words, tone] = keyState({ ...apiKey, isRolled: apiKey.replacedBy !== null }, Date.now())
  return <Badge tone={tone}>{words}</Badge>
}

type CreateKeyFormProps = { readonly onClose: () => void; readonly onSecret: (secret: Secret) => void }

function CreateKeyForm({ onClose, onSecret }: CreateKeyFormProps) {
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
      <FormActions action="Create the key" isBusy={create.isPending} onClose={onClose} />
    </Form>
  )
}

type RevokeKeyDialogProps = { readonly apiKey: ApiKey | null; readonly onClose: () => void }

function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const revoke = useMutationWithToast('revokeApiKey', { done: 'The API key is revoked.', onSuccess: onClose })
  return (
    <ConfirmDialog
      isOpen={apiKey !== null}
      onClose={onClose}
      title={`Revoke ${apiKey?.name ?? 'the API key'}?`}
      action="Revoke the key"
      mutation={revoke}
      onConfirm={() => apiKey !== null && revoke.mutate({ params: { keyId: apiKey.id } })}
    >
      <p>
        {apiKey?.dateLastUsed == null ? (
          'The key was never used.'
        ) : (
          <>
            It was last used on <DateTime at={apiKey.dateLastUsed} />.
          </>
        )}{' '}
        Calls with the key that ends with <code>{apiKey?.lastFour}</code> fail within 5 seconds. This cannot
        be undone; to change over without an interruption, roll the key instead.
      </p>
    </ConfirmDialog>
  )
}

type RollKeyDialogProps = {
  /** Null while the dialog is closed. */
  readonly apiKey: ApiKey | null
  readonly onClose: () => void
  readonly onSecret: (secret: Secret) => void
}

function RollKeyDialog({ apiKey, onClose, onSecret }: RollKeyDialogProps) {
  const roll = useMutationOf('rollApiKey', {
    onSuccess: (it) =>
      onSecret({
        title: `The new API key of ${it.name ?? 'your server'}`,
        label: 'API key',
        value: it.apiKey,
        text: `It replaces the key that ends with ${it.rolled.lastFour}. Put it where your server keeps its secrets.`,
      }),
  })
  return (
    <Dialog isOpen={apiKey !== null} onClose={onClose} title={`Roll ${apiKey?.name ?? 'the API key'}?`}>
      {apiKey !== null && (
        <OverlapForm
          action="Roll the key"
          text="A new key with the same name and scopes replaces this one."
          isBusy={roll.isPending}
          error={roll.error}
          onSubmit={(overlapHours) => roll.mutate({ params: { keyId: apiKey.id }, body: { overlapHours } })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
