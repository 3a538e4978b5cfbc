import { expect, test } from 'vitest'
import { parseMoney } from '../model/money.ts'
import { authorize } from './processor.ts'

const VISA = '4111111111111111'

test.each([
  ['0.01', '1000', 'Approved', 'approved'],
  ['1999.99', '1000', 'Approved', 'approved'],
  ['2000.00', '2000', 'Do Not Honor', 'soft_declined'],
  ['2001.00', '2001', 'Insufficient Funds', 'soft_declined'],
  ['2004.50', '2004', 'Expired Card', 'hard_declined'],
  ['2038.00', '2038', 'Processor Declined', 'soft_declined'],
  ['2999.99', '2999', 'Processor Declined', 'soft_declined'],
  ['3000.00', '3000', 'Processor Network Unavailable - Try Again', 'soft_declined'],
  ['3001.00', '1000', 'Approved', 'approved'],
  ['4001.00', '1000', 'Approved', 'approved'],
  ['5002.00', '1000', 'Approved', 'approved'],
] as const)('a charge of %s is answered with %s', (amount, code, text, type) => {
  expect(authorize(parseMoney(amount) ?? 0, VISA)).toMatchObject({ code, text, type })
})

test.each([
  ['4111111111111111', '1000'],
  ['4000111111111115', '2000'],
  ['378734493671000', '2000'],
  ['3566002020360505', '3000'],
])('a verification of %s is answered with %s', (number, code) => {
  expect(authorize(0, number).code).toBe(code)
})

test('a charge of a card that fails its verification goes by the amount alone', () => {
  expect(authorize(1000, '4000111111111115').code).toBe('1000')
})

test('only an approval has an authorization code, of six letters and digits', () => {
  expect(authorize(1000, VISA).authorizationCode).toMatch(/^[A-Z0-9]{6}$/)
  expect(authorize(200_000, VISA).authorizationCode).toBeNull()
})
