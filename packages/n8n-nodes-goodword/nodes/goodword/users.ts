import type { INodeProperties } from 'n8n-workflow'

/** The operations on users, who have referral codes. */
export const userProperties: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['user'] } },
    options: [
      {
        name: 'Create or Update',
        value: 'upsert',
        action: 'Create or update a user',
        description: 'Create a new record, or update the current one if it already exists (upsert)',
        routing: {
          request: {
            method: 'POST',
            url: '/user',
            body: { accountId: '={{$parameter.accountId}}', id: '={{$parameter.userId}}' },
          },
        },
      },
      {
        name: 'Get',
        value: 'get',
        action: 'Get a user',
        description: 'Get a user with the referral code and the share link',
        routing: {
          request: {
            method: 'GET',
            url: '=/account/{{encodeURIComponent($parameter.accountId)}}/user/{{encodeURIComponent($parameter.userId)}}',
          },
        },
      },
    ],
    default: 'upsert',
  },
  {
    displayName: 'Account ID',
    name: 'accountId',
    type: 'string',
    required: true,
    displayOptions: { show: { resource: ['user'] } },
    default: '',
    description: 'Your own ID of the customer that the user belongs to',
  },
  {
    displayName: 'User ID',
    name: 'userId',
    type: 'string',
    required: true,
    displayOptions: { show: { resource: ['user'] } },
    default: '',
    description:
      'Your own ID of the person. Where an account is one person, the same as that of the account.',
  },
  {
    displayName: 'Additional Fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add Field',
    displayOptions: { show: { resource: ['user'], operation: ['upsert'] } },
    default: {},
    options: [
      {
        displayName: 'Email',
        name: 'email',
        type: 'string',
        placeholder: 'name@email.com',
        default: '',
        routing: { send: { type: 'body', property: 'email' } },
      },
      {
        displayName: 'First Name',
        name: 'firstName',
        type: 'string',
        default: '',
        routing: { send: { type: 'body', property: 'firstName' } },
      },
      {
        displayName: 'Language',
        name: 'locale',
        type: 'string',
        default: '',
        placeholder: 'en',
        description: 'A language tag, such as en or de-CH',
        routing: { send: { type: 'body', property: 'locale' } },
      },
      {
        displayName: 'Last Name',
        name: 'lastName',
        type: 'string',
        default: '',
        routing: { send: { type: 'body', property: 'lastName' } },
      },
      {
        displayName: 'Referral Code',
        name: 'referralCode',
        type: 'string',
        default: '',
        description: 'The code that the user should have; without it, one is generated',
        routing: { send: { type: 'body', property: 'referralCode' } },
      },
    ],
  },
]
