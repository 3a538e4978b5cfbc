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
      subscriptionStatus('Status of the subscription. The first `PAID` converts a referral in progress.'),
    ),
    billingIntervalValue: Type.Optional(billingIntervalValue()),
    billingIntervalType: Type.Optional(billingIntervalType()),
    value: Type.Optional(price('Price per billing interval.')),
  },
  {
    title: 'SubscriptionUpdate',
    description: 'The fields of the subscription to change. Absent fields stay unchanged.',
  },
)

const ReferralUpdate = Type.Object(
  {
    code: Type.Optional(
      referralCode('The referral code the account signed up with. Only the first one counts.'),
    ),
  },
  { title: 'ReferralUpdate', description: 'The referral of the account.' },
)

export const syncAccount = endpoint({
  name: 'syncAccount',
  tag: 'Accounts',
  method: 'POST',
  path: '/accountsync',
  summary: 'Sync an account',
  description:
    'Creates or updates an account. `referral.code` attributes the account to the owner of the code. `subscription.status` `PAID` converts the referral and unlocks the rewards, in the same request or a later one. A referral converts only after a user of the account was identified. Repeating a request changes nothing.',
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
          'Currency of `subscription.value`. Defaults to the program’s currency. To change it, send `subscription.value` as well.',
        ),
      ),
      paymentProviderId: Type.Optional(
        paymentProviderId('The ID of the customer at your payment processor. It can be set only once.'),
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
