import { Type } from 'typebox'
import { Connection, exampleConnection } from '../connection.ts'
import { ConnectionCredentials, exampleCredentials } from '../connection-credentials.ts'
import { endpoint } from '../endpoint.ts'

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
