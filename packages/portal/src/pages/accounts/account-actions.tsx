import type { User } from '@goodword/client'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useRole } from '../../session/use-role.ts'
import { AttributeByHand } from './attribute-by-hand.tsx'
import { BlockAccount } from './block-account.tsx'
import { GiveReward } from './give-reward.tsx'

type AccountActionsProps = {
  readonly accountId: string
  readonly dateBlocked: number | null
  /** The name of the person or the account whose page it is. */
  readonly name: string
  /** Who gets the reward; null for the account as a whole. */
  readonly userId: string | null
  /** The user by whose code a referral is added; null while no person of the account is known. */
  readonly referrer: User | null
  /** Further buttons. */
  readonly children?: ReactNode
}

/** What staff do for an account, on its own page and on those of its people. */
export function AccountActions(props: AccountActionsProps) {
  const { accountId, dateBlocked, name, userId, referrer, children } = props
  const { canWrite, canReview } = useRole()
  const [opened, setOpened] = useState<'reward' | 'block' | 'attribute' | null>(null)
  const close = () => setOpened(null)
  if (!canReview) return null
  return (
    <>
      <Button onClick={() => setOpened('block')}>{dateBlocked === null ? 'Block' : 'Unblock'}</Button>
      {canWrite && referrer !== null && dateBlocked === null && (
        <Button onClick={() => setOpened('attribute')}>Add a referral</Button>
      )}
      {children}
      {canWrite && (
        <Button kind="primary" onClick={() => setOpened('reward')}>
          Give a reward
        </Button>
      )}
      <BlockAccount account={{ accountId, name, dateBlocked }} isOpen={opened === 'block'} onClose={close} />
      {referrer !== null && (
        <AttributeByHand user={referrer} isOpen={opened === 'attribute'} onClose={close} />
      )}
      <GiveReward {...{ accountId, userId, name }} isOpen={opened === 'reward'} onClose={close} />
    </>
  )
}
