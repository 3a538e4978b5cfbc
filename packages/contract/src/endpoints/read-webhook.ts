import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReceiver, Receiver, webhookId } from '../webhook-receiver.ts'

export const readWebhook = endpoint({
  name: 'readWebhook',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  summary: 'Retrieve a webhook receiver',
  description: 'Returns a webhook receiver without its secret.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Receiver },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: exampleReceiver },
})
