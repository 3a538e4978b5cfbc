import type { BillWithUser } from '@goodword/client'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { moneyText } from '../../format/money-text.ts'
import { accountName } from '../../format/person-name.ts'
import { ReasonField } from '../accounts/reason-field.tsx'
import { actionsFor, differenceText } from './bill-words.ts'

type Asked = 'refund' | 'waive' | null

/** The buttons of a bill that differs, each with its question. */
export function BillActions({ bill }: { readonly bill: BillWithUser }) {
  const [asked, setAsked] = useState<Asked>(null)
  const { canRefund, canWaive } = actionsFor(bill)
  if (!canRefund && !canWaive) return <span className="text-soft">Nothing</span>
  const close = () => setAsked(null)
  const name = accountName(bill.accountId, bill.user)
  return (
    <span className="flex flex-wrap gap-2 max-md:justify-end">
      {canRefund && (
        <Button onClick={() => setAsked('refund')}>
          Refund …<span className="sr-only"> the difference to {name}</span>
        </Button>
      )}
      <Button onClick={() => setAsked('waive')}>
        Leave it …<span className="sr-only"> as it is: the bill of {name}</span>
      </Button>
      <RefundDialog bill={bill} isOpen={asked === 'refund'} onClose={close} />
      <WaiveDialog bill={bill} isOpen={asked === 'waive'} onClose={close} />
    </span>
  )
}

type DialogProps = { readonly bill: BillWithUser; readonly isOpen: boolean; readonly onClose: () => void }

function RefundDialog({ bill, isOpen, onClose }: DialogProps) {
  const showToast = useToast()
  const mend = useMutationOf('mendBill', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The refund is requested.' })
    },
  })
  const amount = moneyText(bill.owed, bill.currency)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Refund ${amount} to ${accountName(bill.accountId, bill.user)}?`}
      action={`Refund ${amount}`}
      onConfirm={() => mend.mutate({ params: { billId: bill.id } })}
      isBusy={mend.isPending}
      error={mend.error}
      isDanger={false}
    >
      <p>
        The customer paid {moneyText(bill.charged, bill.currency)}, and the discount was{' '}
        {moneyText(bill.actualDiscount, bill.currency)} instead of{' '}
        {moneyText(bill.expectedDiscount, bill.currency)}. The payment processor gives the difference back,
        once, as soon as the payment is settled.
      </p>
      <p className="text-soft">This cannot be undone.</p>
    </ConfirmDialog>
  )
}

function WaiveDialog({ bill, isOpen, onClose }: DialogProps) {
  const showToast = useToast()
  const [reason, setReason] = useState('')
  const close = () => {
    setReason('')
    onClose()
  }
  const waive = useMutationOf('waiveBill', {
    onSuccess: () => {
      close()
      showToast({ text: 'The bill is left as it is.' })
    },
  })
  const difference = differenceText(bill)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={`Leave the bill of ${accountName(bill.accountId, bill.user)} as it is?`}
      action="Leave it as it is"
      onConfirm={() => waive.mutate({ params: { billId: bill.id }, body: { reason: reason.trim() } })}
      isBusy={waive.isPending}
      error={waive.error}
      isDanger={false}
    >
      <p>
        {difference === null ? 'Nothing differs any more.' : `${difference} was paid.`} Nothing is refunded or
        charged, and the bill is not listed as a difference any more.
      </p>
      <ReasonField value={reason} onChange={setReason} hint="Your team sees it on the account’s timeline." />
    </ConfirmDialog>
  )
}
