import { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listOrder, listQuery } from '../frame/list.ts'
import { filteredId, requestedTime, timeRange } from '../frame/values.ts'
import {
  Delivery,
  deliveryId,
  exampleDelivery,
  exampleLoggedDelivery,
  LoggedDelivery,
} from './webhook-delivery.ts'
import {
  exampleReceiver,
  exampleSecret,
  NewReceiver,
  Receiver,
  ReceiverChange,
  ReceiverWithSecret,
  webhookId,
} from './webhook-receiver.ts'

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'List webhook receivers',
  description: 'Returns the webhook receivers of the program, newest first, without their secrets.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({}),
  body: null,
  success: { 200: listOf('webhooks', Receiver) },
  refusals: [],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, webhooks: [exampleReceiver] } },
})

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

export const readWebhook = endpoint({
  name: 'readWebhook',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/{webhookId}',
  summary: 'Retrieve a webhook receiver',
  description: 'Returns a webhook receiver without its secret.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Receiver },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: exampleReceiver },
})

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

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  tag: 'Webhooks',
  method: 'DELETE',
  path: '/webhooks/{webhookId}',
  summary: 'Delete a webhook receiver',
  description:
    'Deletes a receiver with its secret, and returns it. Pending deliveries are not sent. A repeated request fails with `RECEIVER_NOT_FOUND` unless it has the same `Idempotency-Key`.',
  scope: 'admin',
  needsRecentSignIn: true,
  repeated: 'is refused',
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Receiver },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: exampleReceiver },
})

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

export const testWebhook = endpoint({
  name: 'testWebhook',
  tag: 'Webhooks',
  method: 'POST',
  path: '/webhooks/{webhookId}/test',
  summary: 'Send a test event',
  description:
    'Sends an event of type `test` to the receiver, whatever types it takes. It is tried once, and its failure does not count against the receiver. Retrieve the delivery to see the response.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Delivery },
  refusals: ['RECEIVER_NOT_FOUND', 'RECEIVER_DISABLED'],
  example: {
    answer: {
      ...exampleDelivery,
      type: 'test',
      state: 'PENDING',
      nextAttempt: 1_783_500_000_100,
      attempts: [],
    },
  },
})

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  tag: 'Webhooks',
  method: 'GET',
  path: '/webhooks/{webhookId}/deliveries',
  summary: 'List deliveries',
  description:
    'Returns the deliveries to a receiver of the last 30 days with their attempts, newest first unless `order` says otherwise. Filters are combined with AND.',
  scope: 'admin',
  params: Type.Object({ webhookId: webhookId() }),
  query: listQuery({
    state: Type.Optional(Type.Enum([...deliveryStates], { description: 'Only deliveries in this state.' })),
    eventId: Type.Optional(filteredId('Only the delivery of this event.')),
    dateCreated: Type.Optional(timeRange('Only deliveries that were created in this time range.')),
    order: listOrder(),
  }),
  body: null,
  success: { 200: listOf('deliveries', Delivery, 'in the requested order') },
  refusals: ['RECEIVER_NOT_FOUND'],
  example: { answer: { count: 1, totalCount: 1, nextCursor: null, deliveries: [exampleDelivery] } },
})

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
