import { Type } from 'typebox'
import { webhookEvent } from './webhook-event.ts'

export const testEvent = webhookEvent({
  type: 'test',
  summary: 'A test',
  description: 'Sent on request, to try out a webhook.',
  data: Type.Object(
    { message: Type.String({ description: 'A sentence.' }) },
    { title: 'TestData', description: 'A test.' },
  ),
  example: { message: 'A test event was requested.' },
})
