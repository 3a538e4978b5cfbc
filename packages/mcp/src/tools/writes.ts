import { moderateReferrals } from '@goodword/contract/referrals/endpoints'
import { Referral } from '@goodword/contract/referrals/referral'
import { giveReward as giving } from '@goodword/contract/rewards/endpoints'
import { Reward } from '@goodword/contract/rewards/reward'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { describeDecision } from './describe-decision.ts'
import { describeReward } from './describe-reward.ts'
import { faultOfReward } from './fault-of-reward.ts'

const { referralId, action } = moderateReferrals.body.properties.actions.items.properties

export const decideReferral = defineTool({
  name: 'decide_referral',
  title: 'Decide on a referral',
  description:
    'Asks the person to confirm a decision: to approve, deny or hold a referral or one side of it. An approved side gets its reward, a denied or held side has none. Another decision undoes it, but not credit that was redeemed meanwhile. Read the referral with `explain_referral` first.',
  input: Type.Object({ referralId, action }),
  output: Type.Object({ referral: Referral }),
  needs: 'decide',
  describe: ({ client, signal }, decision) => describeDecision(client, signal, decision),
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

export const giveReward = defineTool({
  name: 'give_reward',
  title: 'Give a reward',
  description:
    'Asks the person to confirm a reward for an account that does not depend on a referral: a percentage off its bills, credit, time, or a feature. Credit is in the smallest piece of its unit: 500 of EUR is 5.00 EUR.',
  input: giving.body,
  output: Type.Object({ reward: Reward }),
  needs: 'give',
  faultOf: faultOfReward,
  describe: ({ client, signal }, body) => describeReward(client, signal, body),
  async run({ client, signal, idempotencyKey }, body) {
    return { reward: await client.giveReward({ body, ...keyed(idempotencyKey), signal }) }
  },
})

function keyed(idempotencyKey: string | null) {
  return idempotencyKey === null ? {} : { idempotencyKey }
}
