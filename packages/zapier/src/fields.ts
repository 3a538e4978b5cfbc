import { subscriptionStatuses } from '@goodword/domain/referrals/subscription'
import { stackings } from '@goodword/domain/rewards/reward'
import { BILLING_INTERVAL_TYPES } from '@goodword/domain/values/interval'
import type { Field } from './zapier.ts'

export const accountField: Field = {
  key: 'accountId',
  label: 'Account ID',
  required: true,
  helpText: 'Your own ID of the customer that subscribes and pays.',
}

export const userField: Field = {
  key: 'userId',
  label: 'User ID',
  required: true,
  helpText: 'Your own ID of the person. Where an account is one person, the same as the account’s.',
}

export const userFields: readonly Field[] = [
  accountField,
  userField,
  { key: 'email', label: 'E-mail address' },
  { key: 'firstName', label: 'First name' },
  { key: 'lastName', label: 'Last name' },
]

export const localeField: Field = {
  key: 'locale',
  label: 'Language',
  helpText: 'A language tag, such as `en` or `de-CH`.',
}

export const subscriptionFields: readonly Field[] = [
  {
    key: 'referralCode',
    label: 'Referral code',
    helpText: 'The code it signed up with. Only the first counts.',
  },
  { key: 'status', label: 'Subscription status', choices: subscriptionStatuses },
  {
    key: 'value',
    label: 'Price',
    type: 'number',
    helpText: 'The price per billing interval, such as `49.90`.',
  },
  {
    key: 'currency',
    label: 'Currency',
    helpText: 'Three letters, such as `EUR`. Without it, that of the program.',
  },
  { key: 'billingIntervalType', label: 'Billing interval', choices: BILLING_INTERVAL_TYPES },
  { key: 'billingIntervalValue', label: 'Number of intervals', type: 'integer', helpText: 'Such as `1`.' },
  {
    key: 'paymentProviderId',
    label: 'Customer at the payment processor',
    helpText: 'The ID of the customer at Braintree or Stripe. It can be set only once.',
  },
]

export const paymentFields: readonly Field[] = [
  {
    key: 'reference',
    label: 'Reference',
    required: true,
    helpText: 'Your own ID of the payment. The same one again changes nothing.',
  },
  {
    key: 'amount',
    label: 'Amount',
    type: 'number',
    required: true,
    helpText: 'What was paid for the subscription, without tax, such as `49.90`.',
  },
  {
    key: 'currency',
    label: 'Currency',
    helpText: 'Three letters, such as `EUR`. Without it, that of the account.',
  },
]

export const rewardFields: readonly Field[] = [
  {
    key: 'unit',
    label: 'Unit',
    required: true,
    helpText: 'A currency such as `EUR`, or a unit of your own.',
  },
  {
    key: 'amount',
    label: 'Amount',
    type: 'integer',
    required: true,
    helpText: 'In the smallest unit: cents for a currency, so `500` is 5.00.',
  },
]

export const discountFields: readonly Field[] = [
  { key: 'percent', label: 'Percent', type: 'number', required: true, helpText: 'Such as `100`.' },
  {
    key: 'months',
    label: 'Months',
    type: 'integer',
    required: true,
    helpText: 'For so many monthly bills.',
  },
  {
    key: 'stacking',
    label: 'Together with others',
    choices: stackings,
    helpText:
      '`ADD` (without it): adds up with other percentages. `QUEUE`: is used after the earlier ones, such as one free month after another.',
  },
]

export const codeField: Field = { key: 'code', label: 'Referral code', required: true }
