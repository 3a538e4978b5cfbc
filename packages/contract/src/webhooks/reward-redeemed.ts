import { Type } from 'typebox'
import { creditUnit } from '../reward.ts'
import { credit, nullable } from '../values.ts'
import { webhookEvent } from './webhook-event.ts'

export const rewardRedeemed = webhookEvent({
  type: 'reward.redeemed',
  summary: 'Credit was redeemed',
  description: 'Credit was redeemed with `POST credit/redeem`, or taken off a bill by the payment processor.',
  data: Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the account.' }),
      redemptionId: nullable(
        Type.String({ description: 'The `redemptionId` of `POST credit/redeem`; null for a bill.' }),
      ),
      unit: creditUnit('The unit of the credit.'),
      creditRedeemed: credit('The redeemed amount.'),
      creditAvailable: credit('What the account has of the unit now.'),
    },
    { title: 'RewardRedeemedData', description: 'Credit that was redeemed in one go.' },
  ),
  example: {
    accountId: 'acct_carol',
    redemptionId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d55',
    unit: 'EUR',
    creditRedeemed: 200,
    creditAvailable: 300,
  },
})
