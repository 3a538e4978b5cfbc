import { expect, test } from 'vitest'
import { notSimulated } from './app.ts'

test.each([
  ['/graphql', 'the GraphQL API'],
  ['/oauth/access_tokens', 'OAuth'],
  ['/merchants/m/payment_methods/paypal_account/token', 'PayPal'],
  ['/merchants/m/payment_methods/us_bank_account/token', 'US bank accounts'],
  ['/merchants/m/us_bank_account_verifications/x', 'US bank accounts'],
  ['/merchants/m/transactions/x/adjust_authorization', 'adjusting authorizations'],
  ['/merchants/m/transactions/x/hold_in_escrow', 'escrow'],
])('the log says that the gateway has something at %s: %s', (path, what) => {
  expect(notSimulated(path)).toBe(what)
})

test('the log has no hint for an unknown path', () => {
  expect(notSimulated('/merchants/m/unicorns')).toBeNull()
})
