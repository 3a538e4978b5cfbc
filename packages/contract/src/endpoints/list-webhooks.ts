import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { exampleReceiver, Receiver } from '../webhook-receiver.ts'

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook receivers',
  description: 'Returns the webhook receivers of the program, newest first, without their secrets.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('webhooks', Receiver) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, webhooks: [exampleReceiver] } },
})
