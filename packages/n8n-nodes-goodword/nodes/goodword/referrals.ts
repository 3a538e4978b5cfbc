import { referralStatuses } from '@goodword/client'
import type { INodeProperties } from 'n8n-workflow'
import { type List, listProperties, pagesOf } from './lists'
import { optionsOf } from './options'

const list: List = {
  resource: 'referral',
  cursor: 'cursor',
  filters: [
    {
      displayName: 'Friend’s Account ID',
      name: 'referredAccountId',
      type: 'string',
      default: '',
    },
    {
      displayName: 'Referrer’s Account ID',
      name: 'referringAccountId',
      type: 'string',
      default: '',
    },
    {
      displayName: 'Status',
      name: 'status',
      type: 'options',
      options: optionsOf(referralStatuses),
      default: 'CONVERTED',
    },
  ],
}

/** The list of referrals. */
export const referralProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['referral'] } },
    options: [
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many referrals',
        description: 'Get referrals, the newest first',
        routing: {
          request: { method: 'GET', url: '/referrals' },
          output: { postReceive: [{ type: 'rootProperty', properties: { property: 'referrals' } }] },
          operations: { pagination: pagesOf(list) },
        },
      },
    ],
    default: 'getAll',
  },
  ...listProperties(list),
]
