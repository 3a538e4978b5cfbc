import { Type } from 'typebox'
import { recordId } from '../values.ts'
import { webhookEvent } from './webhook-event.ts'

export const exportCompleted = webhookEvent({
  type: 'export.completed',
  summary: 'An export has ended',
  description: 'An export is done, or has failed: `GET exports/{id}` says which, and has the link.',
  data: Type.Object(
    { id: recordId('ID of the export.') },
    { title: 'ExportCompletedData', description: 'An export that has ended.' },
  ),
  example: { id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70' },
})
