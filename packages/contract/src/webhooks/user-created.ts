import { Type } from 'typebox'
import { time } from '../values.ts'
import { webhookEvent } from './webhook-event.ts'

export const userCreated = webhookEvent({
  type: 'user.created',
  summary: 'A user was created',
  description: 'A user was identified for the first time.',
  data: Type.Object(
    {
      accountId: Type.String({ description: 'Your ID for the user’s account.' }),
      userId: Type.String({ description: 'Your ID for the user.' }),
      referralCode: Type.String({ description: 'The user’s referral code, in upper case.' }),
      dateCreated: time('When the user was created.'),
    },
    { title: 'UserCreatedData', description: 'A user, without personal data.' },
  ),
  example: {
    accountId: 'acct_bob',
    userId: 'user_bob',
    referralCode: 'BOBT4K9QX',
    dateCreated: 1_779_913_600_000,
  },
})
