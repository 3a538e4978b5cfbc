import { blockAccount } from '@goodword/contract/accounts/endpoints'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { bodyRules } from '../../forms/body-rules.ts'
import { blockEffects } from './block-words.ts'
import { ReasonField } from './reason-field.tsx'

type BlockedOrNot = {
  readonly accountId: string
  /** The name of the person or the account whose page it is. */
  readonly name: string
  readonly dateBlocked: number | null
}

type BlockAccountProps = {
  readonly account: BlockedOrNot
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Blocks an account with all of its people, or undoes it, after saying what follows. */
export function BlockAccount({ account, isOpen, onClose }: BlockAccountProps) {
  const verb = account.dateBlocked === null ? 'Block' : 'Unblock'
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`${verb} ${account.name}?`}>
      {account.dateBlocked === null ? (
        <Block account={account} onClose={onClose} />
      ) : (
        <Unblock account={account} onClose={onClose} />
      )}
    </Dialog>
  )
}

type QuestionProps = Omit<BlockAccountProps, 'isOpen'>

function Block({ account: { accountId }, onClose }: QuestionProps) {
  const showToast = useToast()
  const block = useMutationOf('blockAccount', {
    onSuccess: () => {
      onClose()
      showToast({ text: `The account ${accountId} was blocked.` })
    },
  })
  const inProgress = useOperation('listReferrals', {
    query: { referringAccountId: accountId, status: 'IN_PROGRESS', limit: 1 },
  })
  const users = useOperation('listUsers', { query: { accountId, limit: 1 } })
  const available = useOperation('listRewards', { query: { accountId, status: 'AVAILABLE', limit: 1 } })
  const scheduled = useOperation('listRewards', { query: { accountId, status: 'PENDING', limit: 1 } })
  const effects = blockEffects({
    codes: users.data?.totalCount,
    inProgress: inProgress.data?.totalCount,
    available: available.data?.totalCount,
    scheduled: scheduled.data?.totalCount,
  })
  return (
    <Reasoned
      action="Block the account"
      isDanger
      isBusy={block.isPending}
      error={block.error}
      onSubmit={(reason) => block.mutate({ params: { accountId }, body: { reason } })}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 pl-5">
        {effects.map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
      <p className="text-soft">You can unblock it again. What the block alone held is then released.</p>
    </Reasoned>
  )
}

function Unblock({ account: { accountId }, onClose }: QuestionProps) {
  const showToast = useToast()
  const unblock = useMutationOf('unblockAccount', {
    onSuccess: () => {
      onClose()
      showToast({ text: `The account ${accountId} was unblocked.` })
    },
  })
  return (
    <Reasoned
      action="Unblock the account"
      isBusy={unblock.isPending}
      error={unblock.error}
      onSubmit={(reason) => unblock.mutate({ params: { accountId }, body: { reason } })}
      onClose={onClose}
    >
      <p>
        Its codes work again. Referrals that only the block held are released: for those that have converted
        meanwhile the account gets its rewards now. Friends who came during the block stay unattributed; add a
        referral for them where that is fair.
      </p>
    </Reasoned>
  )
}

type ReasonedProps = {
  readonly children: React.ReactNode
  readonly action: string
  readonly isDanger?: boolean
  readonly isBusy: boolean
  readonly error: unknown
  readonly onSubmit: (reason: string) => void
  readonly onClose: () => void
}

/** A question that is answered with a reason. */
function Reasoned({ children, action, isDanger = false, isBusy, error, onSubmit, onClose }: ReasonedProps) {
  const [reason, setReason] = useState('')
  return (
    <Form
      onSubmit={() => onSubmit(reason)}
      error={error}
      label={action}
      rules={bodyRules(blockAccount.body, { reason })}
    >
      {children}
      <ReasonField
        value={reason}
        onChange={setReason}
        hint="Shown on the timeline with your name. Customers do not see it."
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
