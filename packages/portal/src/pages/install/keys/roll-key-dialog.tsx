import type { ApiKey } from '@goodword/client'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import type { Secret } from '../../../components/overlays/shown-once.tsx'
import { OverlapForm } from './overlap-form.tsx'

type Props = {
  /** Null while the dialog is closed. */
  readonly apiKey: ApiKey | null
  readonly onClose: () => void
  readonly onSecret: (secret: Secret) => void
}

export function RollKeyDialog({ apiKey, onClose, onSecret }: Props) {
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
