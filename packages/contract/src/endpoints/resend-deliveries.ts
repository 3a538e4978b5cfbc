import { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { requestedTime } from '../values.ts'
import { webhookId } from '../webhook-receiver.ts'

export const resendDeliveries = endpoint({
  name: 'resendDeliveries',
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks/{webhookId}/resend',
  summary: 'Send the events of a period again',
  description:
    'Sends the events of a period again whose deliveries to this receiver are in the given state, at most 10,000 in a request: otherwise nothing is sent, and the period must be shorter.',
  scope: 'admin',
  refusesUnknownFields: true,
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: Type.Object(
    {
      from: requestedTime('Deliveries created from this time on.'),
      to: Type.Optional(
        requestedTime('Deliveries created up to this time (inclusive); without it, all since `from`.'),
      ),
      state: Type.Optional(
        Type.Enum([...deliveryStates], {
          description: 'Only deliveries in this state. Defaults to `FAILED`.',
        }),
      ),
    },
    { title: 'ResendRequest' },
  ),
  success: {
    200: Type.Object(
      {
        count: Type.Integer({ minimum: 0, description: 'Number of deliveries that are sent again.' }),
      },
      { title: 'ResentDeliveries' },
    ),
  },
  refusals: ['RECEIVER_NOT_FOUND', 'RECEIVER_DISABLED'],
  example: { body: { from: 1_783_400_000_000, to: 1_783_500_000_000 }, answer: { count: 12 } },
})
