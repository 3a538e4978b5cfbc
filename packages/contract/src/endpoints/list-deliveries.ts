import { deliveryStates } from '@goodword/domain/webhook'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import { Delivery, exampleDelivery } from '../webhook-delivery.ts'
import { webhookId } from '../webhook-receiver.ts'

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'List deliveries',
  description: 'Returns the deliveries to a receiver of the last 30 days, newest first, with their attempts.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: listQuery({
    state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only deliveries in this state.' })),
  }),
  body: null,
  success: { 200: listOf('deliveries', Delivery) },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, deliveries: [exampleDelivery] } },
})
