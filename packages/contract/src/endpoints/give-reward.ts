import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleManualReward } from '../examples.ts'
import { Reward, RewardSpec } from '../reward.ts'
import { accountId, requestedTime, userId } from '../values.ts'

export const giveReward = endpoint({
  name: 'giveReward',
  tag: 'Rewards',
  method: 'POST',
  path: '/rewards',
  summary: 'Create a manual reward',
  description:
    'Gives an account a reward that does not depend on a referral, immediately or at a scheduled time. Its months count from the time it is given; if `dateExpires` is set as well, `dateExpires` applies. Each request creates a new reward, so an `Idempotency-Key` is required.',
  scope: 'money',
  needsRecentSignIn: true,
  repeated: 'acts again',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId('Your ID for the account that gets the reward. The account must exist.'),
      userId: Type.Optional(userId('Your ID for the user who earned the reward, if any.')),
      reward: RewardSpec,
      dateScheduledFor: Type.Optional(
        requestedTime('When to give the reward. If absent or in the past, it is given immediately.'),
      ),
      dateExpires: Type.Optional(
        requestedTime('When the reward expires (exclusive). Must be later than the time it is given.'),
      ),
    },
    { title: 'NewReward' },
  ),
  success: { 201: Reward },
  refusals: ['ACCOUNT_NOT_FOUND', 'USER_NOT_FOUND'],
  example: {
    body: { accountId: 'acct_carol', reward: { type: 'CREDIT', unit: 'EUR', credit: 500 } },
    answer: exampleManualReward,
  },
})
