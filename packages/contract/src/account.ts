import { referralStatuses } from '@goodword/domain/account'
import { Type } from 'typebox'
import { Reward } from './reward.ts'
import type { ShapeOf } from './shape.ts'
import {
  billingIntervalType,
  billingIntervalValue,
  nullable,
  price,
  recordId,
  subscriptionStatus,
  time,
} from './values.ts'

const Subscription = Type.Object(
  {
    status: Type.Optional(subscriptionStatus('Where the subscription stands.')),
    billingIntervalValue: Type.Optional(billingIntervalValue()),
    billingIntervalType: Type.Optional(billingIntervalType()),
    value: Type.Optional(price('Price per billing interval.')),
  },
  {
    title: 'Subscription',
    description: 'What was told of the subscription; what was never told is left out.',
  },
)

export const referralStatus = (description: string) => Type.Enum([...referralStatuses], { description })

const AccountReferral = Type.Object(
  {
    id: recordId('Our id of the referral.'),
    code: Type.String({ description: 'The code that referred the account, upper case.' }),
    status: referralStatus('`IN_PROGRESS` is attributed and not yet converted.'),
    referrerReward: nullable(Reward),
    referredReward: nullable(Reward),
    dateReferralStarted: time('When the account was attributed.'),
    dateConverted: nullable(time('When the referral converted.')),
    dateReferralEnded: nullable(time('When the referral ended.')),
  },
  {
    title: 'AccountReferral',
    description:
      'How the account was referred. `referrerReward` is null until the conversion and while its side is not approved.',
  },
)

export const Account = Type.Object(
  {
    id: Type.String({ description: 'Your id of the account.' }),
    currency: Type.String({
      description: 'ISO 4217 code of the currency that prices of the account are in.',
    }),
    paymentProviderId: nullable(
      Type.String({ description: 'The confirmed id of the customer at the payment processor.' }),
    ),
    subscription: nullable(Subscription),
    referral: nullable(AccountReferral),
    dateCreated: time('When the account was first made known.'),
  },
  { title: 'Account', description: 'Your customer: the unit that subscribes.' },
)
export type Account = ShapeOf<typeof Account>
