import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Delivery, deliveryId, exampleDelivery } from '../webhook-delivery.ts'

export const resendDelivery = endpoint({
  name: 'resendDelivery',
  tag: 'Webhooks',
  method: 'POST',
  path: '/deliveries/{deliveryId}/resend',
  summary: 'Send an event again',
  description:
    'Sends the event of a delivery again, with the same ID and up to 12 new attempts. A pending delivery is sent now.',
  scope: 'admin',
  params: Type.Object({ deliveryId: deliveryId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Delivery },
  refusals: ['DELIVERY_NOT_FOUND', 'RECEIVER_DISABLED'],
  example: { answer: { ...exampleDelivery, state: 'PENDING', nextAttempt: 1_783_500_300_000 } },
})
