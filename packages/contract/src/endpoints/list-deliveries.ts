import { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listOf, listOrder, listQuery } from '../list.ts'
import { filteredId, timeRange } from '../values.ts'
import { Delivery, exampleDelivery } from '../webhook-delivery.ts'
import { webhookId } from '../webhook-receiver.ts'

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'List deliveries',
  description:
    'Returns the deliveries to a receiver of the last 30 days with their attempts, newest first unless `order` says otherwise. Filters are combined with AND.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: listQuery({
    state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only deliveries in this state.' })),
    eventId: Type.Optional(filteredId('Only the delivery of this event.')),
    dateCreated: Type.Optional(timeRange('Only deliveries that were created in this time range.')),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('deliveries', Delivery, 'in the requested order') },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, deliveries: [exampleDelivery] } },
})
