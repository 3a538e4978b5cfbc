import { rewardStatuses, rewardTypes } from '@goodword/client'
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow'
import { type List, listProperties, pagesOf } from './lists'
import { optionsOf } from './options'

const list: List = {
  resource: 'reward',
  cursor: 'cursor',
  filters: [
    {
      displayName: 'Account ID',
      name: 'accountId',
      type: 'string',
      default: '',
    },
    {
      displayName: 'Status',
      name: 'status',
      type: 'options',
      options: optionsOf(rewardStatuses),
      default: 'AVAILABLE',
    },
    {
      displayName: 'Type',
      name: 'type',
      type: 'options',
      options: optionsOf(rewardTypes),
      default: 'PAYMENT_SHARE',
    },
  ],
}

const ofCredit = { show: { resource: ['reward'], operation: ['giveCredit', 'redeemCredit'] } }
const ofDiscount = { show: { resource: ['reward'], operation: ['giveDiscount'] } }
const ofSteps = { show: { resource: ['reward'], operation: ['giveCredit', 'giveDiscount', 'redeemCredit'] } }

/** A call for an account, which repeats with the same key do not make again. */
function callOnce(url: string, body: IDataObject): INodePropertyOptions['routing'] {
  return {
    request: {
      method: 'POST',
      url,
      headers: { 'Idempotency-Key': '={{$parameter.idempotencyKey}}' },
      body: { accountId: '={{$parameter.accountId}}', ...body },
    },
  }
}

/** The operations on rewards and credit. */
export const rewardProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['reward'] } },
    options: [
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many rewards',
        description: 'Get rewards, the newest first',
        routing: {
          request: { method: 'GET', url: '/rewards' },
          output: { postReceive: [{ type: 'rootProperty', properties: { property: 'rewards' } }] },
          operations: { pagination: pagesOf(list) },
        },
      },
      {
        name: 'Give Credit',
        value: 'giveCredit',
        action: 'Give credit',
        description: 'Give an account credit that does not depend on a referral',
        routing: callOnce('/rewards', {
          reward: { type: 'CREDIT', unit: '={{$parameter.unit}}', credit: '={{$parameter.amount}}' },
        }),
      },
      {
        name: 'Give Discount',
        value: 'giveDiscount',
        action: 'Give a discount',
        description: 'Give an account a percentage off its bills that does not depend on a referral',
        routing: callOnce('/rewards', {
          reward: {
            type: 'PCT_DISCOUNT',
            discountPercent: '={{$parameter.percent}}',
            monthsDiscountIsValid: '={{$parameter.months}}',
            stacking: '={{$parameter.stacking}}',
          },
        }),
      },
      {
        name: 'Redeem Credit',
        value: 'redeemCredit',
        action: 'Redeem credit',
        description: 'Take an amount off the credit of an account: all of it or nothing',
        routing: callOnce('/credit/redeem', {
          unit: '={{$parameter.unit}}',
          amount: '={{$parameter.amount}}',
        }),
      },
    ],
    default: 'getAll',
  },
  {
    displayName: 'Account ID',
    name: 'accountId',
    type: 'string',
    required: true,
    displayOptions: ofSteps,
    default: '',
    description: 'Your own ID of the account',
  },
  {
    displayName: 'Unit',
    name: 'unit',
    type: 'string',
    required: true,
    displayOptions: ofCredit,
    default: '',
    placeholder: 'EUR',
    description: 'A currency, or a unit of your own',
  },
  {
    displayName: 'Amount',
    name: 'amount',
    type: 'number',
    typeOptions: { minValue: 1 },
    required: true,
    displayOptions: ofCredit,
    default: 100,
    description: 'In the smallest unit: cents for a currency, so 500 is 5.00',
  },
  {
    displayName: 'Percent',
    name: 'percent',
    type: 'number',
    typeOptions: { numberPrecision: 2, minValue: 0, maxValue: 100 },
    required: true,
    displayOptions: ofDiscount,
    default: 100,
  },
  {
    displayName: 'Months',
    name: 'months',
    type: 'number',
    typeOptions: { minValue: 1 },
    required: true,
    displayOptions: ofDiscount,
    default: 1,
    description: 'For so many monthly bills',
  },
  {
    displayName: 'Together with Others',
    name: 'stacking',
    type: 'options',
    displayOptions: ofDiscount,
    options: [
      { name: 'Adds Up', value: 'ADD' },
      { name: 'One After Another', value: 'QUEUE' },
    ],
    default: 'ADD',
    description: 'Whether it adds up with other percentages, or is used after the earlier ones',
  },
  {
    displayName: 'Key Against Repeats',
    name: 'idempotencyKey',
    type: 'string',
    required: true,
    displayOptions: ofSteps,
    default: '={{ $workflow.id }}-{{ $execution.id }}-{{ $nodeId }}-{{ $runIndex }}-{{ $itemIndex }}',
    description:
      'A second run with the same key changes nothing. Better than the execution is what the step is done once for, such as the ID of an order.',
  },
  ...listProperties(list),
]
