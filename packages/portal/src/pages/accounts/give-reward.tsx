import type { RewardSpec } from '@goodword/client'
import { giveReward } from '@goodword/contract/rewards/endpoints'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import type { FormRules } from '../../components/fields/form-errors.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { rewardText } from '../../format/reward-text.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { RewardEditor } from '../program/sections/reward-editor.tsx'

type GiveRewardProps = {
  readonly accountId: string
  /** The person who earned it; null for the account as a whole. */
  readonly userId: string | null
  /** The name of the person or the account. */
  readonly name: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A reward that depends on no referral, such as for a mistake that cost a person one. */
export function GiveReward({ name, isOpen, ...props }: GiveRewardProps) {
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={`Give ${name} a reward`}>
      <Fields {...props} />
    </Dialog>
  )
}

/** Nothing is chosen for the person who gives: a reward costs money. */
const nothingChosen: FormRules = {
  wrongFields: () => [{ param: 'reward.type', text: 'Choose what to give.' }],
  limitsOf: () => ({}),
}

function Fields({ accountId, userId, onClose }: Omit<GiveRewardProps, 'isOpen' | 'name'>) {
  const showToast = useToast()
  const program = useOperation('readProgram', undefined)
  const [reward, setReward] = useState<RewardSpec | null>(null)
  const give = useMutationOf('giveReward', {
    onSuccess: (given) => {
      onClose()
      showToast({ text: `Given: ${rewardText(given)}.` })
    },
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
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={give.isPending}>
          Give the reward
        </Button>
      </div>
    </Form>
  )
}
