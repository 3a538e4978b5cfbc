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
    'Deletes the stored keys. By default discounts at the processor stay as they are and are no longer changed; the response says how many subscriptions have one. With `discounts=REMOVE` they are removed first, in the background: `state` is `REMOVING`, `removal` in `GET connection` says how many are left, and the keys are deleted with the last one. Promotion codes that the program made end in the same way, also with `LEAVE`, as friends who enter one later would not be known. Rewards stay, and are applied again after a new connection. Another request with `LEAVE` deletes the keys at once, with what is left, and `PUT connection` sets the discounts again. A repeated request fails with `PROCESSOR_NOT_CONNECTED` after the keys are deleted, unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({}),
  query: Type.Object({
    discounts: Type.Optional(
      Type.Enum(['LEAVE', 'REMOVE'], {
        description: 'What becomes of the referral discounts at the processor. Defaults to `LEAVE`.',
      }),
    ),
  }),
  body: null,
  success: { 200: RemovedConnection },
  refusals: ['PROCESSOR_NOT_CONNECTED'],
  statuses: { PROCESSOR_NOT_CONNECTED: 404 },
  example: {
    answer: { processor: 'braintree', merchantId: 'a1b2c3d4e5f6g7h8', state: 'REMOVED', discountsLeft: 12 },
  },
})
