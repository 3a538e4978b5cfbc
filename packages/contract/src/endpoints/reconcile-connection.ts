import { Type } from 'typebox'
import { ConnectionReconciliation } from '../connection-reconciliation.ts'
import { endpoint } from '../endpoint.ts'
import { accountId } from '../values.ts'

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
