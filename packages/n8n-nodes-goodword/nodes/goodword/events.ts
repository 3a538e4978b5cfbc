import type { INodeProperties } from 'n8n-workflow'
import { type List, listProperties, pagesOf } from './lists'

const list: List = {
  resource: 'event',
  cursor: 'after',
  filters: [
    {
      displayName: 'Account ID',
      name: 'accountId',
      type: 'string',
      default: '',
      description: 'Only what is about this account; of a referral, the friend’s',
    },
    {
      displayName: 'Type',
      name: 'type',
      type: 'string',
      default: '',
      placeholder: 'referral.converted',
      description: 'Only events of this type',
    },
  ],
}

/** The list of events, for workflows that ask at intervals. */
export const eventProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['event'] } },
    options: [
      {
        name: 'Get Many',
        value: 'getAll',
        action: 'Get many events',
        description: 'Get events of the last 30 days, the oldest first',
        routing: {
          request: { method: 'GET', url: '/events' },
          output: { postReceive: [{ type: 'rootProperty', properties: { property: 'events' } }] },
          operations: { pagination: pagesOf(list) },
        },
      },
    ],
    default: 'getAll',
  },
  ...listProperties(list),
]
