import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReceiver, Receiver, webhookId } from '../webhook-receiver.ts'

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  tag: 'Webhooks',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  summary: 'Delete a webhook receiver',
  description:
    'Deletes a receiver with its secret, and returns it. Pending deliveries are not sent. A repeated request fails with `RECEIVER_NOT_FOUND` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Receiver },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: exampleReceiver },
})
