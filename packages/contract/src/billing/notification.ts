import { notificationOutcomes, notificationStates } from '@goodword/domain/payments/notification'
import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable, recordId, time } from '../frame/values.ts'

export const notificationId = () => recordId('ID of the notification.')

export const notificationKind = (description: string) =>
  Type.String({
    format: 'processor-id',
    minLength: 1,
    maxLength: 128,
    description,
    examples: ['subscription_charged_successfully'],
  })

const notificationFields = {
  id: notificationId(),
  kind: Type.String({ description: 'Kind of notification, as the processor calls it.' }),
  state: Type.Enum([...notificationStates], {
    description:
      '`RECEIVED`: stored, and not processed yet. `DONE`: processed; see `outcome`. `FAILED`: processing was given up after many attempts.',
  }),
  outcome: nullable(
    Type.Enum([...notificationOutcomes], {
      description:
        '`CUSTOMER_FOUND`: the bills of the customer were compared with the processor. `NO_SUBSCRIPTION`: it is about something else than a subscription. `SUBSCRIPTION_NOT_FOUND`: the processor does not know the subscription. `DISCONNECTED`: it came from a merchant that is no longer connected. Null until it is processed.',
    }),
  ),
  message: Type.String({ description: 'What happened to the notification, in a sentence.' }),
  customerId: nullable(
    Type.String({ description: 'ID of the customer at the processor; null if unknown or erased.' }),
  ),
  subscriptionId: nullable(
    Type.String({
      description: 'ID of the subscription at the processor; null if there is none, or erased.',
    }),
  ),
  attempts: Type.Integer({ minimum: 0, description: 'Failed or current attempts to process it; 0 if done.' }),
  lastError: nullable(Type.String({ description: 'Why the last attempt failed; null if it did not.' })),
  dateSent: time('When the processor sent it, by its own clock.'),
  dateReceived: time('When it was received, by the clock of the service.'),
  dateProcessed: nullable(time('When it was processed, by the clock of the service; null until then.')),
}

export const Notification = Type.Object(notificationFields, {
  title: 'Notification',
  description: 'A notification that the payment processor sent, with a valid signature.',
})
export type Notification = ShapeOf<typeof Notification>

const Reconciliation = Type.Object(
  {
    state: Type.Enum(['WAITING', 'RUNNING', 'FAILED'], {
      description: '`WAITING`: it runs later, or again. `FAILED`: it was given up after many attempts.',
    }),
    attempts: Type.Integer({ minimum: 0, description: 'Attempts since the last success.' }),
    lastError: nullable(Type.String({ description: 'Why the last attempt failed; null if it did not.' })),
    dateNextRun: nullable(
      time('When it runs next, by the clock of the program; null if it is about to run.'),
    ),
  },
  {
    title: 'Reconciliation',
    description: 'The pending comparison of the customer’s bills with the processor.',
  },
)

export const NotificationDetails = Type.Object(
  {
    ...notificationFields,
    accountId: nullable(
      Type.String({ description: 'Your ID for the account that the customer belongs to; null if none.' }),
    ),
    reconciliation: nullable(Reconciliation),
    payload: nullable(
      Type.String({
        description:
          'The decoded payload, XML as the processor sent it. Null after 30 days, and after an erasure of the customer.',
      }),
    ),
  },
  {
    title: 'NotificationDetails',
    description:
      'A notification with its payload and what it caused. `reconciliation` is null when nothing is pending for the customer.',
  },
)
export type NotificationDetails = ShapeOf<typeof NotificationDetails>

export const RejectedNotifications = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many were rejected, counted every few minutes.' }),
    dateFirst: nullable(time('When the first one was rejected; null if none.')),
    dateLast: nullable(time('When the last one was rejected; null if none.')),
  },
  {
    title: 'RejectedNotifications',
    description:
      'Requests to the notification URL whose signature did not match. They are not stored, only counted.',
  },
)
export type RejectedNotifications = ShapeOf<typeof RejectedNotifications>

const SENT = 1_783_500_000_000

export const exampleNotification: Notification = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d61',
  kind: 'subscription_charged_successfully',
  state: 'DONE',
  outcome: 'CUSTOMER_FOUND',
  message: 'The bills of the customer were compared with the payment processor.',
  customerId: 'cus_carol',
  subscriptionId: 'k3x9f2',
  attempts: 0,
  lastError: null,
  dateSent: SENT,
  dateReceived: SENT + 900,
  dateProcessed: SENT + 1400,
}

export const exampleNotificationDetails: NotificationDetails = {
  ...exampleNotification,
  accountId: 'acct_carol',
  reconciliation: null,
  payload: '<notification>\n  <kind>subscription_charged_successfully</kind>\n</notification>\n',
}
