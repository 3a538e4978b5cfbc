import { giveReward } from '@goodword/contract/endpoints/give-reward'
import { moderateReferrals } from '@goodword/contract/endpoints/moderate-referrals'
import { Referral } from '@goodword/contract/referral'
import { Reward, type RewardSpec } from '@goodword/contract/reward'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

const { referralId, action } = moderateReferrals.body.properties.actions.items.properties

const decisions = { APPROVE: 'Approve', DENY: 'Deny', PEND: 'Hold' } as const
const sides = { REFERRER: 'the referrer’s side', REFERRED: 'the friend’s side' } as const

export const reviewDecide = defineTool({
  name: 'review_decide',
  title: 'Decide on a referral',
  description:
    'Approves, denies or holds a referral or one side of it. An approved side gets its reward, a denied or held side has none. Another decision undoes it, but not credit that was redeemed meanwhile. Read the referral with `explain_referral` first, and let the person decide.',
  input: Type.Object({ referralId, action }),
  output: Type.Object({ referral: Referral }),
  write: {
    right: 'decide',
    describe({ referralId, action }) {
      const [decision, side] = action.split('_') as [keyof typeof decisions, keyof typeof sides | undefined]
      const what = side === undefined ? 'both sides' : sides[side]
      return `${decisions[decision]} ${what} of the referral ${referralId}?`
    },
  },
  async run({ client, signal, idempotencyKey }, decision) {
    const { referrals } = await client.moderateReferrals({
      body: { actions: [decision] },
      ...keyed(idempotencyKey),
      signal,
    })
    const [referral] = referrals
    if (referral === undefined) throw new Error('referral not found after the decision about it')
    return { referral }
  },
})

export const rewardGive = defineTool({
  name: 'reward_give',
  title: 'Give a reward',
  description:
    'Gives an account a reward that does not depend on a referral: a percentage off its bills, credit, time, or a feature. Credit is in the smallest piece of its unit: 500 of EUR is 5.00 EUR.',
  input: giveReward.body,
  output: Type.Object({ reward: Reward }),
  write: {
    right: 'give',
    describe: ({ accountId, reward }) => `Give ${rewardText(reward)} to the account ${accountId}?`,
  },
  async run({ client, signal, idempotencyKey }, body) {
    return { reward: await client.giveReward({ body, ...keyed(idempotencyKey), signal }) }
  },
})

function keyed(idempotencyKey: string | null) {
  return idempotencyKey === null ? {} : { idempotencyKey }
}

/** The terms as they are, so that a person confirms what is sent and not what a summary leaves out. */
function rewardText(reward: RewardSpec): string {
  const terms = Object.entries(reward).map(([name, value]) => `${name} ${String(value)}`)
  return `a reward (${terms.join(', ')})`
}
