import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Delivery, exampleDelivery } from '../webhook-delivery.ts'
import { webhookId } from '../webhook-receiver.ts'

export const testWebhook = endpoint({
  name: 'testWebhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Send a test event',
  description:
    'Sends an event of type `test` to the receiver, whatever types it takes. It is tried once, and its failure does not count against the receiver. Retrieve the delivery to see the response.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Delivery },
  refusals: ['RECEIVER_NOT_FOUND', 'RECEIVER_DISABLED'],
  example: {
    answer: {
      ...exampleDelivery,
      type: 'test',
      state: 'PENDING',
      nextAttempt: 1_783_500_000_100,
      attempts: [],
    },
  },
})
