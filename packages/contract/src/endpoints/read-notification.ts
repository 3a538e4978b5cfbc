import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleNotificationDetails, NotificationDetails, notificationId } from '../notification.ts'

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
