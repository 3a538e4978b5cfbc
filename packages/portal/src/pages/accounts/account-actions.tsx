import { ApiError, type RewardSpec, type User } from '@goodword/client'
import { blockAccount } from '@goodword/contract/accounts/endpoints'
import { attributeByHand } from '@goodword/contract/referrals/endpoints'
import { giveReward } from '@goodword/contract/rewards/endpoints'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Form } from '../../components/fields/form.tsx'
import type { FormRules } from '../../components/fields/form-errors.ts'
import { SearchField } from '../../components/fields/search-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { personName } from '../../format/person-name.ts'
import { rewardText } from '../../format/reward-text.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { useRole } from '../../session/use-session.ts'
import { RewardEditor } from '../program/sections/reward-editor.tsx'
import { attributionEffect } from './attribution-words.ts'
import { blockEffects } from './block-words.ts'
import { ReasonField } from './reason-field.tsx'

const SHOWN = 5

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

/** The actions of staff on an account, on its own page and on those of its users. */
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
        <Dialog
          isOpen={opened === 'attribute'}
          onClose={close}
          title={`Add a referral of ${personName(referrer)}`}
        >
          <AttributeByHand user={referrer} onClose={close} />
        </Dialog>
      )}
      <Dialog isOpen={opened === 'reward'} onClose={close} title={`Give ${name} a reward`}>
        <GiveReward {...{ accountId, userId }} onClose={close} />
      </Dialog>
    </>
  )
}

type AttributeByHandProps = { readonly user: User; readonly onClose: () => void }

/** Attributes a friend to a person after the fact. */
function AttributeByHand({ user, onClose }: AttributeByHandProps) {
  const [friend, setFriend] = useState<User | null>(null)
  const [reason, setReason] = useState('')
  const [isAllowed, setIsAllowed] = useState(false)
  const attribute = useMutationWithToast('attributeByHand', {
    done: ({ answer: { status } }) =>
      `${friend === null ? 'The friend' : personName(friend)} is now a referral${status === 'CONVERTED' ? ' that converted' : ''}.`,
    onSuccess: onClose,
  })
  const account = useOperation(
    'readAccount',
    { params: { accountId: friend?.accountId ?? user.accountId } },
    { enabled: friend !== null },
  )
  const isKnown = friend !== null && account.data !== undefined && !account.isPlaceholderData
  const wasRefused = attribute.error instanceof ApiError && attribute.error.code === 'EXISTING_CUSTOMER'
  const effect = isKnown ? attributionEffect(account.data, user.accountId, wasRefused) : null
  const choose = (next: User | null) => {
    setFriend(next)
    setIsAllowed(false)
    attribute.reset()
  }
  const body = {
    referralCode: user.referralCode,
    referredAccountId: friend?.accountId ?? '',
    ...(isAllowed ? { allowExistingCustomer: true } : {}),
    reason,
  }
  return (
    <Form
      onSubmit={() => attribute.mutate({ body })}
      error={attribute.error}
      label="Referral"
      rules={bodyRules(attributeByHand.body, body)}
    >
      <p className="text-soft">
        For a friend who signed up without the code. Find the friend, and say why you add the referral.
      </p>
      <FriendPicker friend={friend} onChoose={choose} />
      {effect !== null && <p aria-live="polite">{effect.text}</p>}
      {effect?.kind === 'existing customer' && (
        <Checkbox
          label="Add it although the account has paid before"
          name="allowExistingCustomer"
          isChecked={isAllowed}
          onChange={setIsAllowed}
          hint="Without this, an account that paid before it was referred is refused."
        />
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        hint="Shown on the friend’s timeline with your name."
      />
      <FormActions
        action="Add the referral"
        isBusy={attribute.isPending}
        onClose={onClose}
        disabled={effect?.kind === 'impossible'}
      />
    </Form>
  )
}

type FriendPickerProps = {
  readonly friend: User | null
  readonly onChoose: (friend: User | null) => void
}

/** Finds one user by the beginning of a name, an address, an ID or a code. */
function FriendPicker({ friend, onChoose }: FriendPickerProps) {
  const [query, setQuery] = useState('')
  const found = useOperation('listUsers', { query: { query, limit: SHOWN } }, { enabled: query !== '' })
  if (friend !== null) {
    return (
      <div className="card flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <UserLines user={friend} />
        <Button onClick={() => onChoose(null)}>Choose another</Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        name="referredAccountId"
        label="Find the friend by name, e-mail, ID or code"
        value={query}
        onChange={setQuery}
      />
      {found.isError && <ErrorState error={found.error} onRetry={found.refetch} />}
      {query !== '' && found.data !== undefined && (
        <ul aria-label="Friends found" className="flex flex-col divide-y divide-line">
          {found.data.users.length === 0 && <li className="py-2 text-soft">No one was found.</li>}
          {found.data.users.map((it) => (
            <li
              key={`${it.accountId} ${it.id}`}
              className="flex flex-wrap items-center justify-between gap-2 py-2"
            >
              <UserLines user={it} />
              <Button onClick={() => onChoose(it)}>
                Choose<span className="sr-only"> {personName(it)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function UserLines({ user }: { readonly user: User }) {
  return (
    <div className="min-w-0">
      <p className="font-medium break-words">{personName(user)}</p>
      <p className="text-xs break-all text-soft">
        {user.email === null ? '' : `${user.email} · `}Account {user.accountId}
      </p>
    </div>
  )
}

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
function BlockAccount({ account, isOpen, onClose }: BlockAccountProps) {
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
  const block = useMutationWithToast('blockAccount', {
    done: `The account ${accountId} was blocked.`,
    onSuccess: onClose,
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
  const unblock = useMutationWithToast('unblockAccount', {
    done: `The account ${accountId} was unblocked.`,
    onSuccess: onClose,
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
      <FormActions action={action} isBusy={isBusy} onClose={onClose} kind={isDanger ? 'danger' : 'primary'} />
    </Form>
  )
}

type GiveRewardProps = {
  readonly accountId: string
  /** The person who earned it; null for the account as a whole. */
  readonly userId: string | null
  readonly onClose: () => void
}

/** Nothing is chosen for the person who gives: a reward costs money. */
const nothingChosen: FormRules = {
  wrongFields: () => [{ param: 'reward.type', text: 'Choose what to give.' }],
  limitsOf: () => ({}),
}

/** A reward that depends on no referral, such as for a mistake that cost a person one. */
function GiveReward({ accountId, userId, onClose }: GiveRewardProps) {
  const program = useOperation('readProgram', undefined)
  const [reward, setReward] = useState<RewardSpec | null>(null)
  const give = useMutationWithToast('giveReward', {
    done: (given) => `Given: ${rewardText(given)}.`,
    onSuccess: onClose,
  })
  const owner = { accountId, ...(userId === null ? {} : { userId }) }
  const submit = () => {
    if (reward !== null) give.mutate({ body: { ...owner, reward } })
  }
  const rules = reward === null ? nothingChosen : bodyRules(giveReward.body, { ...owner, reward })
  return (
    <Form onSubmit={submit} error={give.error} label="Reward" rules={rules}>
      <RewardEditor
        legend="Reward"
        name="reward"
        reward={reward}
        occasion="gift"
        currency={program.data?.currency ?? 'USD'}
        onChange={setReward}
      />
      <p className="text-soft">
        It counts at once. A percentage and credit in the currency of the bills are taken off the next bill of
        the account; you can cancel what is not redeemed under Rewards.
      </p>
      <FormActions action="Give the reward" isBusy={give.isPending} onClose={onClose} />
    </Form>
  )
}
