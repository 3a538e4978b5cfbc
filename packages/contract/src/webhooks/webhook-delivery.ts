import { attemptErrors, deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'
import { webhookEventTypes } from './event-types.ts'

export const deliveryId = () => recordId('ID of the delivery.')

const attemptFields = {
  date: time('When the request was sent.'),
  status: nullable(Type.Integer({ description: 'HTTP status of the response; null without one.' })),
  durationMs: Type.Integer({ minimum: 0, description: 'Duration in milliseconds.' }),
  error: nullable(Type.Enum([...attemptErrors], { description: 'Why it failed; null if it succeeded.' })),
}

const Attempt = Type.Object(attemptFields, { title: 'Attempt', description: 'A request to a receiver.' })

const LoggedAttempt = Type.Object(
  {
    ...attemptFields,
    request: Type.String({
      description: 'The first 4 KiB of headers and body that were sent, without names and e-mail addresses.',
    }),
    response: nullable(
      Type.String({ description: 'The first 4 KiB of status, headers and body; null without a response.' }),
    ),
  },
  { title: 'LoggedAttempt', description: 'A request to a receiver, with its response.' },
)

export const deliveryFields = {
  id: deliveryId(),
  webhookId: recordId('ID of the receiver.'),
  eventId: recordId('ID of the event; the same for every attempt and receiver.'),
  type: Type.Enum([...webhookEventTypes], { description: 'Type of the event.' }),
  state: Type.Enum([...deliveryStates], {
    description:
      '`PENDING` until an attempt succeeds or the last one fails. Deliveries of a disabled receiver stay `PENDING` until it is enabled.',
  }),
  nextAttempt: nullable(time('When the next attempt is due; null if there is none.')),
  dateCreated: time('When the delivery was created.'),
}

export const Delivery = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(Attempt, { description: 'The attempts, oldest first.' }),
  },
  { title: 'Delivery', description: 'An event on its way to a receiver.' },
)
export type Delivery = ShapeOf<typeof Delivery>

export const LoggedDelivery = Type.Object(
  {
    ...deliveryFields,
    attempts: Type.Array(LoggedAttempt, { description: 'The attempts, oldest first.' }),
  },
  { title: 'LoggedDelivery', description: 'A delivery with the requests and responses of its attempts.' },
)
export type LoggedDelivery = ShapeOf<typeof LoggedDelivery>

const exampleAttempt = { date: 1_783_500_000_200, status: 204, durationMs: 41, error: null }

export const exampleDelivery: Delivery = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d51',
  webhookId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d50',
  eventId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  type: 'referral.converted',
  state: 'SUCCEEDED',
  nextAttempt: null,
  dateCreated: 1_783_500_000_100,
  attempts: [exampleAttempt],
}

export const exampleLoggedDelivery: LoggedDelivery = {
  ...exampleDelivery,
  attempts: [
    {
      ...exampleAttempt,
      request: 'POST /goodword/events\ncontent-type: application/json\n\n{"id":"019a5f2e-…"}',
      response: '204\ndate: Wed, 08 Jul 2026 08:40:00 GMT\n\n',
    },
  ],
}
