import type { INodeProperties } from 'n8n-workflow'

/** The operations on a code before a first bill. */
export const codeProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['code'] } },
    options: [
      {
        name: 'Get',
        value: 'get',
        action: 'Get a code',
        description: 'Get what a referral code is worth to a friend',
        routing: { request: { method: 'GET', url: '=/code/{{encodeURIComponent($parameter.code)}}' } },
      },
    ],
    default: 'get',
  },
  {
    displayName: 'Code',
    name: 'code',
    type: 'string',
    required: true,
    displayOptions: { show: { resource: ['code'] } },
    default: '',
    description: 'A referral code',
  },
]
