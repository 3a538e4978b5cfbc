import { Type } from 'typebox'
import { Connection, exampleConnection } from '../connection.ts'
import { endpoint } from '../endpoint.ts'

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
