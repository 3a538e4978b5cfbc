import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useToast } from '../../../components/toast.tsx'
import { count } from '../../../format/count.ts'

type Props = { readonly isOpen: boolean; readonly merchantId: string; readonly onClose: () => void }

export function DisconnectDialog({ isOpen, merchantId, onClose }: Props) {
  const showToast = useToast()
  const discounts = useOperation('listDiscounts', { query: { limit: 1 } }, { enabled: isOpen })
  const disconnect = useMutationOf('removeConnection', {
    onSuccess: ({ discountsLeft }) => {
      onClose()
      showToast({
        text: `Disconnected. ${count(discountsLeft, 'subscription')} at the processor still ${discountsLeft === 1 ? 'has' : 'have'} a referral discount.`,
      })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Disconnect the payment processor?"
      action="Disconnect"
      typed={merchantId}
      isBusy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate(undefined)}
    >
      <p>
        The stored keys are deleted. {subscriptionsText(discounts.data?.totalCount)} Discounts at the
        processor stay as they are: they are no longer changed, and do not end when a reward ends. Payments no
        longer complete referrals.
      </p>
      <p>You can connect the same merchant again later.</p>
    </ConfirmDialog>
  )
}

function subscriptionsText(total: number | null | undefined): string {
  if (total === undefined) return 'Counting the live subscriptions with referral discounts …'
  if (total === 0) return 'No live subscription has a referral discount now.'
  const number = total === null ? 'More than 10,000 live subscriptions' : count(total, 'live subscription')
  return `${number} ${total === 1 ? 'has' : 'have'} a referral discount or a reward.`
}
