import type { Receiver } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useToast } from '../../components/toast.tsx'
import { count } from '../../format/count.ts'

type Props = { readonly receiver: Receiver; readonly isOpen: boolean; readonly onClose: () => void }

const route = getRouteApi('/staff/$tenantAlias/webhooks/$webhookId')

export function DeleteWebhookDialog({ receiver, isOpen, onClose }: Props) {
  const navigate = route.useNavigate()
  const showToast = useToast()
  const params = { webhookId: receiver.id }
  const pending = useOperation(
    'listDeliveries',
    { params, query: { state: 'PENDING', limit: 1 } },
    { enabled: isOpen },
  )
  const remove = useMutationOf('deleteWebhook', {
    onSuccess: () => {
      showToast({ text: 'The webhook is deleted.' })
      void navigate({ to: '/$tenantAlias/webhooks' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete the webhook"
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params })}
    >
      <p>
        Nothing more is sent to <code className="break-all">{receiver.url}</code>, and its signing secret
        stops working. {pendingText(pending.data?.totalCount)} The list of its deliveries is gone. This cannot
        be undone.
      </p>
    </ConfirmDialog>
  )
}

function pendingText(total: number | null | undefined): string {
  if (total === undefined) return 'Counting the pending deliveries …'
  if (total === 0) return 'No delivery is pending.'
  const number =
    total === null
      ? 'More than 10,000 pending deliveries'
      : count(total, 'pending delivery', 'pending deliveries')
  return `${number} will not be sent.`
}
