import { Type } from 'typebox'
import { creditUnit } from '../reward.ts'
import { credit } from '../values.ts'
import { webhookEvent } from './webhook-event.ts'

export const rewardBalanceChanged = webhookEvent({
  type: 'reward.balance.changed',
  summary: 'A balance changed',
  description:
    'Credit of an account was given, redeemed, cancelled or restored, or reserved for a bill. Several changes soon after each other are one event. The passing of time alone, such as an expiry or the end of a hold, is no event.',
  data: Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the account.' }),
      unit: creditUnit('The unit of the credit.'),
      available: credit('What the account has of the unit now.'),
    },
    { title: 'RewardBalanceChangedData', description: 'The balance of a unit.' },
  ),
  example: { accountId: 'acct_carol', unit: 'EUR', available: 300 },
})
