import type { INodeProperties } from 'n8n-workflow'
import { listProperties, pagesOf } from './paging'

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
          operations: {
            pagination: pagesOf('cursor', ['referredAccountId', 'referringAccountId', 'status']),
          },
        },
      },
    ],
    default: 'getAll',
  },
  ...listProperties('referral'),
  {
    displayName: 'Filters',
    name: 'filters',
    type: 'collection',
    placeholder: 'Add Filter',
    displayOptions: { show: { resource: ['referral'], operation: ['getAll'] } },
    default: {},
    options: [
      {
        displayName: 'Friend’s Account ID',
        name: 'referredAccountId',
        type: 'string',
        default: '',
        routing: { send: { type: 'query', property: 'referredAccountId' } },
      },
      {
        displayName: 'Referrer’s Account ID',
        name: 'referringAccountId',
        type: 'string',
        default: '',
        routing: { send: { type: 'query', property: 'referringAccountId' } },
      },
      {
        displayName: 'Status',
        name: 'status',
        type: 'options',
        options: [
          { name: 'Converted', value: 'CONVERTED' },
          { name: 'Ended', value: 'ENDED' },
          { name: 'In Progress', value: 'IN_PROGRESS' },
        ],
        default: 'CONVERTED',
        routing: { send: { type: 'query', property: 'status' } },
      },
    ],
  },
]
