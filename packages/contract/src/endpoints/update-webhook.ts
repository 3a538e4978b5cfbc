import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReceiver, Receiver, ReceiverChange, webhookId } from '../webhook-receiver.ts'

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  tag: 'Webhooks',
  method: 'PUT',
  path: '/webhooks/{webhookId}',
  summary: 'Change a webhook receiver',
  description:
    'Changes the given fields and leaves the others as they are. The secret stays the same. While a receiver is disabled no deliveries are created for it: retrieve what it missed with `GET events`.',
  scope: 'admin',
  needsRecentSignIn: true,
  refusesUnknownFields: true,
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: ReceiverChange,
  success: { 200: Receiver },
  refusals: ['RECEIVER_NOT_FOUND', 'RECEIVER_URL_TAKEN'],
  example: { body: { enabled: true }, answer: exampleReceiver },
})
