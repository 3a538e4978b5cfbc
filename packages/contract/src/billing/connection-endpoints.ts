import { notificationStates } from '@goodword/domain/payments/notification'
import { Type } from 'typebox'
import { endpoint } from '../frame/endpoint.ts'
import { listOf, listQuery } from '../frame/list.ts'
import { accountId } from '../frame/values.ts'
import { Connection, exampleConnection, RemovedConnection } from './connection.ts'
import { ConnectionCredentials, exampleCredentials } from './connection-credentials.ts'
import { ConnectionReconciliation } from './connection-reconciliation.ts'
import {
  exampleNotification,
  exampleNotificationDetails,
  Notification,
  NotificationDetails,
  notificationId,
  notificationKind,
  RejectedNotifications,
} from './notification.ts'

export const connectProcessor = endpoint({
  name: 'connectProcessor',
  tag: 'Payment processor',
  method: 'PUT',
  path: '/connection',
  summary: 'Connect a payment processor',
  description:
    'Connects the program to a merchant at the payment processor. The credentials are checked by a call to the processor, then stored encrypted; if the processor rejects them or cannot be reached, nothing is stored. Sending the same merchant again replaces its keys; another merchant is refused while subscriptions of the connected one have referral discounts. Test programs take the processor’s sandbox, live programs its production environment.',
  scope: 'admin',
  refusesUnknownFields: true,
  needsRecentSignIn: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: ConnectionCredentials,
  success: { 200: Connection },
  isAnswerSecret: true,
  refusals: [
    'PROCESSOR_CREDENTIALS_REJECTED',
    'KEY_OF_OTHER_MODE',
    'PROCESSOR_CONNECTION_IN_USE',
    'PROCESSOR_UNAVAILABLE',
  ],
  example: { body: exampleCredentials, answer: exampleConnection },
})

export const readConnection = endpoint({
  name: 'readConnection',
  tag: 'Payment processor',
  method: 'GET',
  path: '/connection',
  summary: 'Retrieve the connection',
  description:
    'Returns the connection to the payment processor: its state, the URL for its webhook, and what is missing. Does not call the processor.',
  scope: 'read',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Connection },
  refusals: ['PROCESSOR_NOT_CONNECTED'],
  statuses: { PROCESSOR_NOT_CONNECTED: 404 },
  example: { answer: exampleConnection },
})

export const checkConnection = endpoint({
  name: 'checkConnection',
  tag: 'Payment processor',
  method: 'POST',
  path: '/connection/check',
  summary: 'Check the connection',
  description:
    'Calls the payment processor and looks for missing set-up again. Rejected credentials are not an error of this operation: the connection is then `BROKEN`.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: Connection },
  isAnswerSecret: true,
  refusals: ['PROCESSOR_NOT_CONNECTED', 'PROCESSOR_UNAVAILABLE'],
  statuses: { PROCESSOR_NOT_CONNECTED: 404 },
  example: { answer: exampleConnection },
})

export const reconcileConnection = endpoint({
  name: 'reconcileConnection',
  tag: 'Payment processor',
  method: 'POST',
  path: '/connection/reconcile',
  summary: 'Compare discounts with the payment processor',
  description:
    'Reads the customer of one account, or of all accounts, at the payment processor, and corrects discounts that are different, for example after a change in the control panel. An account without a customer counts as 0. Customers that cannot be compared within about 10 seconds are compared in the background and are not counted. A repeated request compares again.',
  scope: 'admin',
  refusesUnknownFields: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    { accountId: Type.Optional(accountId('Only the customer of this account. Defaults to all accounts.')) },
    { title: 'ReconciliationRequest' },
  ),
  success: { 200: ConnectionReconciliation },
  refusals: [
    'ACCOUNT_NOT_FOUND',
    'PROCESSOR_NOT_CONNECTED',
    'PROCESSOR_CREDENTIALS_REJECTED',
    'PROCESSOR_UNAVAILABLE',
  ],
  // The request is correct: the connection needs other keys.
  statuses: { PROCESSOR_NOT_CONNECTED: 404, PROCESSOR_CREDENTIALS_REJECTED: 409 },
  example: { body: { accountId: 'acct_carol' }, answer: { checked: 1, changed: 1, failed: 0 } },
})

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

export const listNotifications = endpoint({
  name: 'listNotifications',
  tag: 'Payment processor',
  method: 'GET',
  path: '/notifications',
  summary: 'List notifications of the processor',
  description:
    'Returns the notifications that the payment processor sent in the last 90 days, newest first. Filters are combined with AND. Requests with a wrong signature are not stored: `rejected` counts them.',
  scope: 'admin',
  params: Type.Object({}),
  query: listQuery({
    kind: Type.Optional(notificationKind('Only notifications of this kind.')),
    state: Type.Optional(
      Type.Enum([...notificationStates], { description: 'Only notifications in this state.' }),
    ),
  }),
  body: null,
  success: {
    200: Type.Object({
      ...listOf('notifications', Notification).properties,
      rejected: RejectedNotifications,
    }),
  },
  refusals: [],
  example: {
    answer: {
      count: 1,
      totalCount: 1,
      nextCursor: null,
      notifications: [exampleNotification],
      rejected: { count: 0, dateFirst: null, dateLast: null },
    },
  },
})

export const readNotification = endpoint({
  name: 'readNotification',
  tag: 'Payment processor',
  method: 'GET',
  path: '/notifications/{notificationId}',
  summary: 'Retrieve a notification of the processor',
  description: 'Returns a notification with its decoded payload and what it caused.',
  scope: 'admin',
  showsPersonalData: true,
  params: Type.Object({ notificationId: notificationId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: NotificationDetails },
  refusals: ['NOTIFICATION_NOT_FOUND'],
  example: { answer: exampleNotificationDetails },
})

export const rerunNotification = endpoint({
  name: 'rerunNotification',
  tag: 'Payment processor',
  method: 'POST',
  path: '/notifications/{notificationId}/rerun',
  summary: 'Process a notification again',
  description:
    'Processes a notification again, in the background. This is always safe: the state of the customer is read at the processor, and nothing is charged, discounted or rewarded twice.',
  scope: 'admin',
  params: Type.Object({ notificationId: notificationId() }),
  query: Type.Object({}),
  body: null,
  success: { 200: Notification },
  refusals: ['NOTIFICATION_NOT_FOUND'],
  example: {
    answer: {
      ...exampleNotification,
      state: 'RECEIVED',
      outcome: null,
      message: 'It was received, and is processed shortly.',
      dateProcessed: null,
    },
  },
})
