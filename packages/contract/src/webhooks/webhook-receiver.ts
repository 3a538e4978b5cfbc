import { disabledReasons } from '@goodword/domain/outbound/webhook-retry'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'
import { webhookEventTypes } from './event-types.ts'

/** How many receivers a program may have in each mode. */
export const MAX_RECEIVERS = 20

export const webhookId = () => recordId('ID of the webhook receiver.')

const url = Type.String({
  format: 'page-address',
  description:
    'Where events are sent by POST. `https` on port 443 or 8443 for live programs; test programs may also use `http`, on port 80 or 8080. The host must resolve to public addresses. A user name or password in the URL is refused.',
  examples: ['https://shop.example.com/goodword/events'],
})

const types = Type.Array(Type.Enum([...webhookEventTypes]), {
  maxItems: 100,
  description:
    'The types of events to send; an empty list stands for all types, those of later releases included.',
})

const description = Type.String({
  format: 'long-text',
  description: 'A note for your own use, such as the system that receives the events.',
  examples: ['Order system'],
})

const enabled = Type.Boolean({
  description:
    'Whether events are sent. Enabling a disabled receiver clears `disabledReason` and sends what is pending.',
})

const includePersonalData = Type.Boolean({
  description: 'Whether events contain names and e-mail addresses of users, in addition to IDs and amounts.',
})

export const NewReceiver = Type.Object(
  {
    url,
    types: Type.Optional(types),
    description: Type.Optional(description),
    enabled: Type.Optional(enabled),
    includePersonalData: Type.Optional(includePersonalData),
  },
  { title: 'NewReceiver' },
)
export type NewReceiver = ShapeOf<typeof NewReceiver>

export const ReceiverChange = Type.Object(
  {
    url: Type.Optional(url),
    types: Type.Optional(types),
    description: Type.Optional(description),
    enabled: Type.Optional(enabled),
    includePersonalData: Type.Optional(includePersonalData),
  },
  { title: 'ReceiverChange' },
)
export type ReceiverChange = ShapeOf<typeof ReceiverChange>

const receiverFields = {
  id: webhookId(),
  url,
  types,
  description: nullable(Type.String({ description: 'The note; null without one.' })),
  enabled,
  disabledReason: nullable(
    Type.Enum([...disabledReasons], {
      description:
        '`GONE` after the receiver answered 410, `FAILING` after no delivery has succeeded for five days, `MANUAL` after a request; null while enabled.',
    }),
  ),
  includePersonalData,
  dateCreated: time('When the receiver was created.'),
  dateSecretRotated: nullable(time('When the secret was last rotated; null if never.')),
}

export const Receiver = Type.Object(receiverFields, {
  title: 'Receiver',
  description: 'A URL that events are sent to.',
})
export type Receiver = ShapeOf<typeof Receiver>

export const ReceiverWithSecret = Type.Object(
  {
    ...receiverFields,
    secret: Type.String({
      description: 'The signing secret, for a library of Standard Webhooks. It is returned here only.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  },
  { title: 'ReceiverWithSecret', description: 'A receiver with its signing secret.' },
)
export type ReceiverWithSecret = ShapeOf<typeof ReceiverWithSecret>

export const exampleReceiver: Receiver = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d50',
  url: 'https://shop.example.com/goodword/events',
  types: ['referral.converted', 'reward.created'],
  description: 'Order system',
  enabled: true,
  disabledReason: null,
  includePersonalData: false,
  dateCreated: 1_783_500_000_000,
  dateSecretRotated: null,
}

export const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
