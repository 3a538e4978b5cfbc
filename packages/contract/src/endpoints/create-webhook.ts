import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleReceiver, exampleSecret, NewReceiver, ReceiverWithSecret } from '../webhook-receiver.ts'

export const createWebhook = endpoint({
  name: 'createWebhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook receiver',
  description:
    'Creates a receiver and returns its signing secret. Events that happen from now on are sent to it by POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies. Nothing is sent to check the URL: request a test event afterwards. A program can have 20 receivers in each mode, each with a URL of its own.',
  scope: 'admin',
  needsRecentSignIn: true,
  refusesUnknownFields: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: NewReceiver,
  success: { 201: ReceiverWithSecret },
  isAnswerSecret: true,
  refusals: ['RECEIVER_URL_TAKEN', 'TOO_MANY_RECEIVERS'],
  example: {
    body: {
      url: 'https://shop.example.com/goodword/events',
      types: ['referral.converted', 'reward.created'],
      description: 'Order system',
    },
    answer: { ...exampleReceiver, secret: exampleSecret },
  },
})
