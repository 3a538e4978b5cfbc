import { useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { useToast } from '../../../components/toast.tsx'
import { count } from '../../../format/count.ts'
import { leftText } from './removal-words.ts'

type Props = {
  readonly isOpen: boolean
  readonly merchantId: string
  /** The discounts are being removed already: what is left of them can be left as it is. */
  readonly isRemoving: boolean
  readonly onClose: () => void
}

type Discounts = 'LEAVE' | 'REMOVE'

const choices = [
  {
    value: 'LEAVE',
    label: 'Leave the discounts at the processor',
    hint: 'They are no longer changed, and do not end when a reward ends. Promotion codes that the program made end.',
  },
  {
    value: 'REMOVE',
    label: 'Remove the discounts first',
    hint: 'Each next bill is made without one. The keys are deleted after the last is removed, which may take minutes. Promotion codes that the program made end.',
  },
] as const

export function DisconnectDialog({ isOpen, merchantId, isRemoving, onClose }: Props) {
  const showToast = useToast()
  const [choice, setChoice] = useState<Discounts>('LEAVE')
  const discounts = useOperation('listDiscounts', { query: { limit: 1 } }, { enabled: isOpen })
  const disconnect = useMutationOf('removeConnection', {
    onSuccess: ({ state, discountsLeft }) => {
      onClose()
      showToast({
        text:
          state === 'REMOVING'
            ? 'Disconnecting. The keys are deleted when everything has ended at the processor.'
            : `Disconnected. ${leftText(discountsLeft)}`,
      })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isRemoving ? 'Disconnect now?' : 'Disconnect the payment processor?'}
      action={isRemoving ? 'Disconnect now' : 'Disconnect'}
      typed={merchantId}
      isBusy={disconnect.isPending}
      error={disconnect.error}
      onConfirm={() => disconnect.mutate({ query: { discounts: isRemoving ? 'LEAVE' : choice } })}
    >
      {isRemoving ? (
        <p>
          The stored keys are deleted at once. Discounts that are not removed yet stay at the processor, and
          do not end when a reward ends. Promotion codes that have not ended yet can still be entered.
        </p>
      ) : (
        <>
          <p>
            {subscriptionsText(discounts.data?.totalCount)} The stored keys are deleted, and payments no
            longer complete referrals. Rewards stay: a new connection applies what is left of them.
          </p>
          <RadioGroup label="The discounts" options={choices} value={choice} onChange={setChoice} />
        </>
      )}
    </ConfirmDialog>
  )
}

function subscriptionsText(total: number | null | undefined): string {
  if (total === undefined) return 'Counting the live subscriptions with referral discounts …'
  if (total === 0) return 'No live subscription has a referral discount now.'
  const number = total === null ? 'More than 10,000 live subscriptions' : count(total, 'live subscription')
  return `${number} ${total === 1 ? 'has' : 'have'} a referral discount or a reward.`
}
