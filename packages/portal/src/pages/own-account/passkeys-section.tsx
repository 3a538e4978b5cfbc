import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { withSignIn } from '../../api/with-sign-in.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Section } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { Loaded } from '../../components/texts/error-state.tsx'
import { addPasskey, canUsePasskeys, hasHostName } from '../../session/passkey.ts'
import { usePortalMutation, usePortalQuery } from '../../session/use-portal-mutation.ts'

type Passkey = { readonly id: string; readonly name: string | null; readonly createdAt: number | string }

export function PasskeysSection() {
  const passkeys = usePortalQuery<{ readonly passkeys: readonly Passkey[] }>(
    ['account', 'passkeys'],
    '/portal/auth/passkey/list-user-passkeys',
  )
  return (
    <Section title="Passkeys">
      <p className="mb-4 text-soft">
        A passkey signs you in with your fingerprint, face or security key, and cannot be phished.
      </p>
      <Loaded query={passkeys} label="Passkeys" lines={2}>
        {(data) => <PasskeyList passkeys={data.passkeys} />}
      </Loaded>
      {canUsePasskeys() && <NewPasskey />}
      {!hasHostName() && (
        <p className="text-soft">
          Passkeys belong to a host name, and this page was opened at an IP address. They work when the public
          address of the service has a host name, such as localhost.
        </p>
      )}
    </Section>
  )
}

function PasskeyList({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const [chosen, setChosen] = useState<Passkey | null>(null)
  const remove = usePortalMutation(() => setChosen(null))
  if (passkeys.length === 0) return null
  return (
    <>
      <ul className="mb-4 divide-y divide-line">
        {passkeys.map((it) => (
          <li key={it.id} className="flex items-center gap-3 py-2">
            <KeyRound aria-hidden className="size-4 text-soft" />
            <span className="min-w-0 flex-1 truncate">{nameOf(it)}</span>
            <span className="text-xs text-soft">
              <DateTime at={new Date(it.createdAt).getTime()} isDay />
            </span>
            <IconButton
              label={`Delete the passkey ${nameOf(it)}`}
              icon={<Trash2 />}
              onClick={() => setChosen(it)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={chosen === null ? '' : `Delete the passkey ${nameOf(chosen)}?`}
        action="Delete the passkey"
        mutation={remove}
        onConfirm={() =>
          remove.mutate({
            method: 'POST',
            path: '/portal/auth/passkey/delete-passkey',
            body: { id: chosen?.id },
          })
        }
      >
        <p>It opens your account no longer. Your device may still show it; delete it there too.</p>
      </ConfirmDialog>
    </>
  )
}

function NewPasskey() {
  const [name, setName] = useState('')
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: () => withSignIn(() => addPasskey(name)),
    onSuccess: async () => {
      setName('')
      await queries.invalidateQueries({ queryKey: ['account'] })
    },
  })
  return (
    <Form onSubmit={() => add.mutate()} error={add.error} label="New passkey">
      <TextField
        label="Name of a new passkey"
        name="name"
        value={name}
        onChange={setName}
        hint="Such as the device that it is on."
        autoComplete="off"
        required
      />
      <div>
        <Button type="submit" icon={<KeyRound />} isBusy={add.isPending}>
          Add a passkey
        </Button>
      </div>
    </Form>
  )
}

function nameOf({ name }: Passkey): string {
  return name ?? 'Passkey'
}
