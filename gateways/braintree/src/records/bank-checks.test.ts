import { expect, test } from 'vitest'
import { noAddress } from '../addresses/address-fields.ts'
import { addressChecksXml, cvvResponseOf } from './bank-checks.ts'

test.each([
  ['M', ['123', '1234', '999']],
  ['N', ['200', '2000']],
  ['U', ['201', '2011']],
  ['S', ['301', '3011']],
  ['I', [undefined, null]],
])('the bank says %s of the security codes %j', (response, cvvs) => {
  expect(new Set(cvvs.map(cvvResponseOf))).toEqual(new Set([response]))
})

test.each([
  [null, null, null, 'I', 'I'],
  ['60622', '1 Main St', null, 'M', 'M'],
  ['60622', '200 Fake St', null, 'M', 'N'],
  ['60622', '201 Fake St', null, 'M', 'U'],
  ['20000', '1 Main St', null, 'N', 'M'],
  ['20001', null, null, 'U', 'I'],
  ['30000', '1 Main St', 'E', 'U', 'U'],
  ['30001', '1 Main St', 'S', 'U', 'U'],
])('the check of %s, %s says error %s, postal code %s, street %s', (postalCode, streetAddress, ...given) => {
  const checks = addressChecksXml({ ...noAddress, postalCode, streetAddress })
  expect(Object.values(checks)).toEqual(given)
})

test('the check of no address says that none was given', () => {
  expect(Object.values(addressChecksXml(null))).toEqual([null, 'I', 'I'])
})
