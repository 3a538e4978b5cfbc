import { listOf } from '@goodword/contract/frame/list'
import { listRewards as endpoint } from '@goodword/contract/rewards/endpoints'
import { RewardWithUser } from '@goodword/contract/rewards/reward'
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'
import { pageInput } from './page-input.ts'

const { accountId, status, type, dateCreated, order } = endpoint.query.properties

export const listRewards = defineTool({
  name: 'list_rewards',
  title: 'List rewards',
  description:
    'Lists rewards with whose they are, what earned them, and whether they are in effect, newest first. Filters are combined with AND.',
  input: Type.Object({ accountId, status, type, dateCreated, order, ...pageInput }),
  output: listOf('rewards', RewardWithUser, 'in the requested order'),
  run: ({ client, signal }, query) => client.listRewards({ query, signal }),
})
