import { Type } from 'typebox'
import { RemovedConnection } from '../connection.ts'
import { endpoint } from '../endpoint.ts'

export const removeConnection = endpoint({
  name: 'removeConnection',
  tag: 'Payment processor',
  method: 'DELETE',
  path: '/connection',
  summary: 'Remove the connection',
  description:
    'Deletes the stored keys. Discounts at the processor stay as they are and are no longer changed; the response says how many subscriptions have one. A repeated request fails with `PROCESSOR_NOT_CONNECTED` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: RemovedConnection },
  refusals: ['PROCESSOR_NOT_CONNECTED'],
  statuses: { PROCESSOR_NOT_CONNECTED: 404 },
  example: { answer: { processor: 'braintree', merchantId: 'a1b2c3d4e5f6g7h8', discountsLeft: 12 } },
})
