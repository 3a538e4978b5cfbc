import { notificationStates } from '@goodword/domain/payments/notification'
import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { listOf, listQuery } from '../list.ts'
import {
  exampleNotification,
  Notification,
  notificationKind,
  RejectedNotifications,
} from '../notification.ts'

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
