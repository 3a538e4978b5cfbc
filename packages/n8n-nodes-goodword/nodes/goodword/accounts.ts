import { billingIntervalTypes, subscriptionStatuses } from '@goodword/client'
import type { INodeProperties } from 'n8n-workflow'
import { optionsOf } from './options'

/** The operations on accounts, which subscribe and pay. */
export const accountProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['account'] } },
    options: [
      {
        name: 'Get',
        value: 'get',
        action: 'Get an account',
        description: 'Get an account with the referral by which it came',
        routing: {
          request: { method: 'GET', url: '=/account/{{encodeURIComponent($parameter.accountId)}}' },
        },
      },
      {
        name: 'Get Discount and Credit',
        value: 'getDiscount',
        action: 'Get the discount and credit of an account',
        description: 'Get the discount for the next bill, and the credit that is there',
        routing: {
          request: { method: 'GET', url: '=/account/{{encodeURIComponent($parameter.accountId)}}/reward' },
        },
      },
      {
        name: 'Report Payment',
        value: 'reportPayment',
        action: 'Report a payment of an account',
        description:
          'Report a payment of which the referrer gets a share, in programs without a connected payment processor',
        routing: {
          request: {
            method: 'POST',
            url: '/payments',
            body: {
              accountId: '={{$parameter.accountId}}',
              reference: '={{$parameter.reference}}',
              amount: '={{$parameter.amount}}',
            },
          },
        },
      },
      {
        name: 'Sync',
        value: 'sync',
        action: 'Sync an account',
        description: 'Create or update an account: the code it signed up with, and its subscription',
        routing: {
          request: { method: 'POST', url: '/accountsync', body: { id: '={{$parameter.accountId}}' } },
        },
      },
    ],
    default: 'sync',
  },
  {
    displayName: 'Account ID',
    name: 'accountId',
    type: 'string',
    required: true,
    displayOptions: { show: { resource: ['account'] } },
    default: '',
    description: 'Your own ID of the customer that subscribes and pays',
  },
  {
    displayName: 'Reference',
    name: 'reference',
    type: 'string',
    required: true,
    displayOptions: { show: { resource: ['account'], operation: ['reportPayment'] } },
    default: '',
    description: 'Your own ID of the payment. The same one again changes nothing.',
  },
  {
    displayName: 'Amount',
    name: 'amount',
    type: 'number',
    typeOptions: { numberPrecision: 2, minValue: 0 },
    required: true,
    displayOptions: { show: { resource: ['account'], operation: ['reportPayment'] } },
    default: 0,
    description: 'What was paid for the subscription, without tax, in the currency of the account',
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    displayOptions: { show: { resource: ['account'], operation: ['sync'] } },
    default: {},
    options: [
      {
        displayName: 'Billing Interval',
        name: 'billingIntervalType',
        type: 'options',
        options: optionsOf(billingIntervalTypes, { SEMI_ANNUAL: 'Half Year' }),
        default: 'MONTH',
        routing: { send: { type: 'body', property: 'subscription.billingIntervalType' } },
      },
      {
        displayName: 'Currency',
        name: 'currency',
        type: 'string',
        default: '',
        placeholder: 'EUR',
        description: 'The currency of the price; without it, that of the program',
        routing: { send: { type: 'body', property: 'currency' } },
      },
      {
        displayName: 'Customer at the Payment Processor',
        name: 'paymentProviderId',
        type: 'string',
        default: '',
        description: 'The ID of the customer at Braintree or Stripe. It can be set only once.',
        routing: { send: { type: 'body', property: 'paymentProviderId' } },
      },
      {
        displayName: 'Number of Intervals',
        name: 'billingIntervalValue',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 1,
        routing: { send: { type: 'body', property: 'subscription.billingIntervalValue' } },
      },
      {
        displayName: 'Price',
        name: 'value',
        type: 'number',
        typeOptions: { numberPrecision: 2, minValue: 0 },
        default: 0,
        description: 'The price per billing interval',
        routing: { send: { type: 'body', property: 'subscription.value' } },
      },
      {
        displayName: 'Referral Code',
        name: 'referralCode',
        type: 'string',
        default: '',
        description: 'The code that the account signed up with. Only the first counts.',
        routing: { send: { type: 'body', property: 'referral.code' } },
      },
      {
        displayName: 'Subscription Status',
        name: 'status',
        type: 'options',
        options: optionsOf(subscriptionStatuses),
        default: 'PAID',
        description: 'The first Paid converts the referral of the account',
        routing: { send: { type: 'body', property: 'subscription.status' } },
      },
    ],
  },
]
