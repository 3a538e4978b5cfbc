import type { ApiKey } from '@goodword/client'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'

type Props = { readonly apiKey: ApiKey | null; readonly onClose: () => void }

export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  const showToast = useToast()
  const revoke = useMutationOf('revokeApiKey', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The API key is revoked.' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={apiKey !== null}
      onClose={onClose}
      title={`Revoke ${apiKey?.name ?? 'the API key'}?`}
      action="Revoke the key"
      isBusy={revoke.isPending}
      error={revoke.error}
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
