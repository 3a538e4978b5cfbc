import { expect, test } from 'vitest'
import { recordAddress } from './record-address.ts'

test.each([
  ['sub_1', 'https://dashboard.stripe.com/test/subscriptions/sub_1'],
  ['a/b $&', 'https://dashboard.stripe.com/test/subscriptions/a%2Fb%20%24%26'],
])('the record %s has the page %s', (id, address) => {
  expect(recordAddress('https://dashboard.stripe.com/test/subscriptions/{id}', id)).toBe(address)
})
