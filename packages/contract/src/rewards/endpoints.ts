import { rewardStatuses, rewardTypes } from '@goodword/domain/rewards/reward'
import { Type } from 'typebox'
import { personalReason } from '../accounts/personal-reason.ts'
import { endpoint } from '../frame/endpoint.ts'
import {
  exampleCancelledManualReward,
  exampleManualReward,
  exampleReferrerReward,
  exampleUserSummary,
} from '../frame/examples.ts'
import { listOf, listOrder, listQuery, listSort } from '../frame/list.ts'
import { accountId, credit, recordId, requestedTime, timeRange, userId } from '../frame/values.ts'
import { CreditRedemption } from './credit-redemption.ts'
import { creditUnit, Reward, RewardSpec, RewardWithUser } from './reward.ts'

export const listRewards = endpoint({
  name: 'listRewards',
  tag: 'Rewards',
  method: 'GET',
  path: '/rewards',
  summary: 'List rewards',
  description:
    'Returns the rewards of the program, newest first unless `sort` or `order` says otherwise. Filters are combined with AND.',
  scope: 'read',
  params: Type.Object({}),
  query: listQuery({
    accountId: Type.Optional(accountId('Only rewards of this account.')),
    status: Type.Optional(Type.Enum([...rewardStatuses], { description: 'Only rewards with this status.' })),
    type: Type.Optional(Type.Enum([...rewardTypes], { description: 'Only rewards of this type.' })),
    dateCreated: Type.Optional(timeRange('Only rewards that were created in this time range.')),
    dateExpires: Type.Optional(timeRange('Only rewards that expire in this time range.')),
    sort: listSort(['dateExpires']),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('rewards', RewardWithUser, 'in the requested order') },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      rewards: [{ ...exampleReferrerReward, user: exampleUserSummary }],
    },
  },
})

export const readReward = endpoint({
  name: 'readReward',
  tag: 'Rewards',
  method: 'GET',
  path: '/rewards/{rewardId}',
  summary: 'Retrieve a reward',
  description: 'Returns one reward, whatever its source and status.',
  scope: 'read',
  params: Type.Object({ rewardId: recordId('ID of the reward.') }),
  query: Type.Object({}),
  body: null,
  success: { 200: RewardWithUser },
  refusals: ['REWARD_NOT_FOUND'],
  example: { answer: { ...exampleReferrerReward, user: exampleUserSummary } },
})

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

export const cancelReward = endpoint({
  name: 'cancelReward',
  tag: 'Rewards',
  method: 'POST',
  path: '/reward/{rewardId}/cancel',
  summary: 'Cancel a reward',
  description:
    'Cancels a reward, whatever its source. A percentage discount stops immediately; the unspent part of a credit is removed. Credit that is reserved for a bill not yet made is taken back once the payment processor no longer takes it off that bill, which is waited for up to 5 seconds: `reservedCredit` in the response is what still lies on the bill, and is redeemed if the bill is made with it, or reversed otherwise. Cancelling a cancelled reward changes nothing. A fully redeemed or expired reward cannot be cancelled.',
  scope: 'money',
  params: Type.Object({ rewardId: recordId('ID of the reward.') }),
  query: Type.Object({}),
  body: Type.Object(
    {
      reason: Type.Optional(
        personalReason('Why it is cancelled: the `note` of its event on the account’s timeline.'),
      ),
    },
    { title: 'RewardCancellation' },
  ),
  isBodyOptional: true,
  success: { 200: Reward },
  refusals: ['REWARD_NOT_CANCELLABLE', 'REWARD_NOT_FOUND'],
  example: { body: { reason: 'Given twice by mistake.' }, answer: exampleCancelledManualReward },
})

export const redeemCredit = endpoint({
  name: 'redeemCredit',
  tag: 'Rewards',
  method: 'POST',
  path: '/credit/redeem',
  summary: 'Redeem credit',
  description:
    'Redeems an amount of one unit of an account’s credit, starting with the credit that expires first. Redeems the full amount or nothing. Credit that only stands by for a bill not yet made (`reservedCredit` of a reward) can be redeemed as well: the discount of that bill is lowered at the payment processor first, which takes up to 5 seconds. If the processor cannot be asked, the answer is 503 and nothing changed. From an hour before the bill the answer is 409 `CREDIT_BEING_BILLED`. One request uses at most 5,000 rewards; a larger amount is refused, and the message says how much can be redeemed at once. Each request redeems again, so an `Idempotency-Key` is required.',
  scope: 'money',
  repeated: 'acts again',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      accountId: accountId(),
      unit: creditUnit('The unit to redeem; case-sensitive.'),
      amount: credit('The amount to redeem.', 1),
      reason: Type.Optional(
        personalReason('Why it is redeemed: the `note` of its event on the account’s timeline.'),
      ),
    },
    { title: 'CreditToRedeem' },
  ),
  success: { 200: CreditRedemption },
  refusals: ['INSUFFICIENT_CREDIT', 'CREDIT_BEING_BILLED', 'PROCESSOR_UNAVAILABLE', 'ACCOUNT_NOT_FOUND'],
  example: {
    body: { accountId: 'acct_carol', unit: 'EUR', amount: 200, reason: 'Paid a workshop with it' },
    answer: {
      creditRedeemed: 200,
      creditAvailable: 300,
      unit: 'EUR',
      redemptionId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70',
    },
  },
})
