import { Type } from 'typebox'
import { Account } from '../account.ts'
import { endpoint } from '../endpoint.ts'
import { exampleAccount } from '../examples.ts'
import {
  accountId,
  billingIntervalType,
  billingIntervalValue,
  currency,
  paymentProviderId,
  price,
  referralCode,
  subscriptionStatus,
} from '../values.ts'

const SubscriptionUpdate = Type.Object(
  {
    status: Type.Optional(
      subscriptionStatus('`PAID` converts a referral in progress; the first `PAID` counts.'),
    ),
    billingIntervalValue: Type.Optional(billingIntervalValue()),
    billingIntervalType: Type.Optional(billingIntervalType()),
    value: Type.Optional(price('Price of the subscription per billing interval.')),
  },
  {
    title: 'SubscriptionUpdate',
    description: 'What changed of the subscription; what is left out stays as it is.',
  },
)

const ReferralUpdate = Type.Object(
  { code: Type.Optional(referralCode('The code that the account came with. The first one wins.')) },
  { title: 'ReferralUpdate', description: 'How the account was referred.' },
)

export const syncAccount = endpoint({
  name: 'syncAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/accountsync',
  summary: 'Tell of an account',
  description:
    'Makes an account known or updates it. A `referral.code` attributes the account to whoever shares the code; `subscription.status` `PAID` converts the referral and unlocks the rewards, in the same call or a later one. A referral converts once a user of the account has been identified. Repeats change nothing.',
  scope: 'write',
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    {
      id: accountId(),
      subscription: Type.Optional(SubscriptionUpdate),
      referral: Type.Optional(ReferralUpdate),
      currency: Type.Optional(
        currency(
          'Currency of `subscription.value`; the program’s unless told. A change needs a value beside it.',
        ),
      ),
      paymentProviderId: Type.Optional(
        paymentProviderId('The id of the customer at your payment processor; set once.'),
      ),
    },
    { title: 'AccountUpdate' },
  ),
  success: { 200: Account },
  refusals: ['SELF_REFERRAL', 'REFERRAL_CODE_NOT_FOUND', 'PROVIDER_ID_TAKEN'],
  example: {
    body: {
      id: 'acct_carol',
      subscription: { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
      referral: { code: 'BOBT4K9QX' },
    },
    answer: exampleAccount,
  },
})
