import type { RewardSpec, User } from '@goodword/client'
import { giveReward } from '@goodword/contract/endpoints/give-reward'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { useToast } from '../../components/toast.tsx'
import { personName } from '../../format/person-name.ts'
import { rewardText } from '../../format/reward-text.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { RewardEditor } from '../program/reward-editor.tsx'

type GiveRewardProps = {
  readonly user: User
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A reward that depends on no referral, such as for a mistake that cost the participant one. */
export function GiveReward({ user, isOpen, onClose }: GiveRewardProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Give ${personName(user)} a reward`}>
      <Fields user={user} onClose={onClose} />
    </Dialog>
  )
}

const START: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 1 }

function Fields({ user, onClose }: Omit<GiveRewardProps, 'isOpen'>) {
  const showToast = useToast()
  const program = useOperation('readProgram', undefined)
  const [reward, setReward] = useState<RewardSpec | null>(START)
  const give = useMutationOf('giveReward', {
    onSuccess: (given) => {
      onClose()
      showToast({ text: `Given: ${rewardText(given)}.` })
    },
  })
  const { accountId, id: userId } = user
  const submit = () => {
    if (reward !== null) give.mutate({ body: { accountId, userId, reward } })
  }
  const rules = bodyRules(giveReward.body, { accountId, userId, reward })
  return (
    <Form onSubmit={submit} error={give.error} label="Reward" rules={rules}>
      <RewardEditor
        legend="Reward"
        name="reward"
        reward={reward}
        currency={program.data?.currency ?? 'USD'}
        onChange={setReward}
      />
      <p className="text-soft">
        It counts at once. A percentage and credit in the currency of the bills are taken off the next bill of
        the account; you can cancel what is not redeemed under Rewards.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={give.isPending} disabled={reward === null}>
          Give the reward
        </Button>
      </div>
    </Form>
  )
}
