import { ApiError, type User } from '@goodword/client'
import { attributeByHand } from '@goodword/contract/endpoints/referrals'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { useToast } from '../../components/toast.tsx'
import { personName } from '../../format/person-name.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { attributionEffect } from './attribution-words.ts'
import { FriendPicker } from './friend-picker.tsx'
import { ReasonField } from './reason-field.tsx'

type AttributeByHandProps = {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Attributes a friend to a person after the fact. */
export function AttributeByHand({ user, isOpen, onClose }: AttributeByHandProps) {
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
