import type { SigningKey } from '@goodword/client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { NewTabLink } from '../../../components/links.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { type Secret, ShownOnce } from '../../../components/overlays/shown-once.tsx'
import { PlainSection } from '../../../components/page.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { EmptyState } from '../../../components/texts/empty-state.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { keyState } from './key-words.ts'
import { OverlapForm } from './overlap-form.tsx'

const columns: readonly Column<SigningKey>[] = [
  {
    name: 'created',
    label: 'Created',
    isTitle: true,
    cell: (it) => <DateTime at={it.dateCreated} />,
  },
  { name: 'state', label: 'State', cell: (it) => <SigningKeyState signingKey={it} /> },
  { name: 'expires', label: 'Accepted until', cell: (it) => <DateTime at={it.dateExpires} /> },
]

/** The keys by which the merchant's server signs who is signed in on its pages. */
export function SigningKeysSection() {
  const keys = useOperation('listSigningKeys', { query: { limit: 10 } })
  const [isOpen, setOpen] = useState(false)
  const [secret, setSecret] = useState<Secret | null>(null)
  const close = () => setOpen(false)
  const roll = useMutationOf('rollSigningKey', {
    onSuccess: ({ signingKey }) => {
      close()
      setSecret({
        title: 'The new signing key',
        label: 'Signing key',
        value: signingKey,
        text: 'Your server signs the tokens of your pages with it. Put it where your server keeps its secrets, never into a page.',
      })
    },
  })
  return (
    <PlainSection
      title="Signing keys"
      isNarrow
      text={
        <>
          Your server signs a token for the person who is signed in, so that no one else can speak for them. A
          key is shown only when it is made: roll it to get one for a server that has none.{' '}
          <NewTabLink href="/docs/guides/signed-identification">Guide: signed identification</NewTabLink>
        </>
      }
      actions={<Button onClick={() => setOpen(true)}>Roll the signing key</Button>}
    >
      {secret !== null && <ShownOnce secret={secret} onDone={() => setSecret(null)} />}
      {keys.isError ? (
        <ErrorState error={keys.error} onRetry={keys.refetch} />
      ) : (
        <DataTable
          label="Signing keys"
          columns={columns}
          rows={keys.data?.signingKeys}
          keyOf={(it) => it.id}
          empty={
            <EmptyState icon={<KeyRound />} title="No signing key yet">
              Roll the signing key to get the first one.
            </EmptyState>
          }
        />
      )}
      <Dialog isOpen={isOpen} onClose={close} title="Roll the signing key?">
        <OverlapForm
          action="Roll the signing key"
          text="A new key signs from now on. A key that was rolled earlier ends immediately, so that at most two are accepted."
          isBusy={roll.isPending}
          error={roll.error}
          onSubmit={(overlapHours) => roll.mutate({ body: { overlapHours } })}
          onClose={close}
        />
      </Dialog>
    </PlainSection>
  )
}

function SigningKeyState({ signingKey }: { readonly signingKey: SigningKey }) {
  const isRolled = signingKey.dateExpires !== null
  const [words, tone] = keyState({ ...signingKey, isRolled }, Date.now())
  return <Badge tone={tone}>{words}</Badge>
}
