import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow'
import { accountProperties } from './accounts'
import { codeProperties } from './codes'
import { eventProperties } from './events'
import { referralProperties } from './referrals'
import { rewardProperties } from './rewards'
import { userProperties } from './users'

/** Reads and changes a program. Its requests are data, which n8n sends. */
export class Goodword implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Goodword',
    name: 'goodword',
    icon: { light: 'file:goodword.svg', dark: 'file:goodword.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Users, accounts, codes, referrals and rewards of a referral program',
    defaults: { name: 'Goodword' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    usableAsTool: true,
    credentials: [{ name: 'goodwordApi', required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.baseUrl}}/api/v1/{{$credentials.tenantAlias}}',
      headers: { Accept: 'application/json' },
    },
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Account', value: 'account' },
          { name: 'Code', value: 'code' },
          { name: 'Event', value: 'event' },
          { name: 'Referral', value: 'referral' },
          { name: 'Reward', value: 'reward' },
          { name: 'User', value: 'user' },
        ],
        default: 'account',
      },
      ...accountProperties,
      ...codeProperties,
      ...eventProperties,
      ...referralProperties,
      ...rewardProperties,
      ...userProperties,
    ],
  }
}
