import { Type } from 'typebox'
import { webhookEvent } from './webhook-event.ts'

export const connectionBroken = webhookEvent({
  type: 'connection.broken',
  summary: 'The connection to the payment processor broke',
  description:
    'The payment processor rejected the credentials. No discount is changed until new ones are sent with `PUT connection`. Comes once until a call succeeds again.',
  data: Type.Object(
    {
      state: Type.Literal('BROKEN', { description: 'State of the connection.' }),
      message: Type.String({ description: 'What went wrong and what to do about it.' }),
    },
    { title: 'ConnectionBrokenData', description: 'A connection that does not work.' },
  ),
  example: {
    state: 'BROKEN',
    message:
      'The payment processor rejected the credentials of the connection. Send new ones with PUT connection.',
  },
})
