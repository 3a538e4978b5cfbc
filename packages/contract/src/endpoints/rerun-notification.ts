import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleNotification, Notification, notificationId } from '../notification.ts'

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
