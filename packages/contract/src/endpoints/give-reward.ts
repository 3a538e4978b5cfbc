import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleGift } from '../examples.ts'
import { Reward, RewardSpec } from '../reward.ts'
import { accountId, requestedTime, userId } from '../values.ts'

export const giveReward = endpoint({
  name: 'giveReward',
  tag: 'Rewards',
  method: 'POST',
  path: '/rewards',
  summary: 'Give a reward by hand',
  description:
    'Gives an account a reward of your choice, at once or later, apart from any referral. Its months count from when it is given; `dateExpires` decides where both are said. Every request gives another reward, hence the `Idempotency-Key`.',
  scope: 'money',
  repeated: 'acts again',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId('Your id of the account that gets the reward; it must be known.'),
      userId: Type.Optional(userId('Your id of the user of the account who earned it, if one did.')),
      reward: RewardSpec,
      dateScheduledFor: Type.Optional(
        requestedTime('When it is to be given; left out, or a past time, at once.'),
      ),
      dateExpires: Type.Optional(
        requestedTime('When it stops to count; that instant is not included. Later than it is given.'),
      ),
    },
    { title: 'NewReward' },
  ),
  success: { 201: Reward },
  refusals: ['ACCOUNT_NOT_FOUND', 'USER_NOT_FOUND'],
  example: {
    body: { accountId: 'acct_carol', reward: { type: 'CREDIT', unit: 'EUR', credit: 500 } },
    answer: exampleGift,
  },
})
