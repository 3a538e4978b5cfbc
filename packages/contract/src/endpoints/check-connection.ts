import { Type } from 'typebox'
import { Connection, exampleConnection } from '../connection.ts'
import { endpoint } from '../endpoint.ts'

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
