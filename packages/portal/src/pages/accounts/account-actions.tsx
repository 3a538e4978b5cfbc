import { ApiError, type User } from '@goodword/client'
import { attributeByHand } from '@goodword/contract/referrals/endpoints'
import { type ReactNode, useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Form } from '../../components/fields/form.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { personName } from '../../format/person-name.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { useRole } from '../../session/use-session.ts'
import { attributionEffect } from './attribution-words.ts'
import { BlockAccount } from './block-account.tsx'
import { GiveReward } from './give-reward.tsx'
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
        <AttributeByHand user={referrer} isOpen={opened === 'attribute'} onClose={close} />
      )}
      <GiveReward {...{ accountId, userId, name }} isOpen={opened === 'reward'} onClose={close} />
    </>
  )
}

type AttributeByHandProps = {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Attributes a friend to a person after the fact. */
function AttributeByHand({ user, isOpen, onClose }: AttributeByHandProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Add a referral of ${personName(user)}`}>
      <Fields user={user} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ user, onClose }: Omit<AttributeByHandProps, 'isOpen'>) {
  const showToast = useToast()
  const [friend, setFriend] = useState<User | null>(null)
  const [reason, setReason] = useState('')
  const [isAllowed, setIsAllowed] = useState(false)
  const attribute = useMutationOf('attributeByHand', {
    onSuccess: ({ answer: { status } }) => {
      onClose()
      const end = status === 'CONVERTED' ? ' that converted' : ''
      showToast({ text: `${friend === null ? 'The friend' : personName(friend)} is now a referral${end}.` })
    },
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          isBusy={attribute.isPending}
          disabled={effect?.kind === 'impossible'}
        >
          Add the referral
        </Button>
      </div>
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
