import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReceiver, exampleSecret, ReceiverWithSecret, webhookId } from '../webhook-receiver.ts'

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks/{webhookId}/rotate',
  summary: 'Rotate the secret of a webhook receiver',
  description:
    'Creates a new signing secret and returns it. For 24 hours each event has two signatures, one with the new and one with the previous secret, so that the receiver can change over. A repeat within five minutes returns the same secret, so retries are safe.',
  scope: 'admin',
  needsRecentSignIn: true,
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: ReceiverWithSecret },
  isAnswerSecret: true,
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: { ...exampleReceiver, dateSecretRotated: 1_783_500_000_000, secret: exampleSecret } },
})
