import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { deliveryId, exampleLoggedDelivery, LoggedDelivery } from '../webhook-delivery.ts'

export const readDelivery = endpoint({
  name: 'readDelivery',
  tag: 'Webhooks',
  method: 'GET',
  path: '/deliveries/{deliveryId}',
  summary: 'Retrieve a delivery',
  description: 'Returns a delivery with the first 4 KiB of each request and response. Kept for 30 days.',
  scope: 'admin',
  params: Type.Object({ deliveryId: deliveryId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: LoggedDelivery },
  refusals: ['DELIVERY_NOT_FOUND'],
  example: { answer: exampleLoggedDelivery },
})
