import { parseCurrency } from '@goodword/domain/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, currencyOf, minorOf } from './amounts.ts'

test.each([
  ['12.34', 'USD', 1234],
  ['0.00', 'USD', 0],
  ['-4.00', 'USD', -400],
  ['-0.00', 'USD', 0],
  ['1234', 'JPY', 1234],
  ['1234.00', 'JPY', 1234],
  ['1.234', 'KWD', 1234],
  ['1.2', 'USD', 120],
])('%s %s is %d minor units', (text, code, minor) => {
  expect(minorOf(text, currencyOf(code))).toBe(minor)
})

test.each(['', '-', '1,00', '1.001', 'NaN', '1e3', '--1.00', ' 1.00', '100000000.00'])(
  '%j is no amount',
  (text) => {
    expect(() => minorOf(text, currencyOf('USD'))).toThrow(expect.objectContaining({ code: 'MALFORMED' }))
  },
)

test('a currency that is not known is malformed', () => {
  expect(() => currencyOf('XXX')).toThrow(expect.objectContaining({ code: 'MALFORMED' }))
})

test('every amount is read as it was written, whatever decimals its currency has', () => {
  const currencies = ['USD', 'JPY', 'KWD'].flatMap((code) => parseCurrency(code) ?? [])
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999_999 }),
      fc.constantFrom(...currencies),
      (minor, currency) => {
        const most = currency === 'JPY' ? minor % 100_000_000 : minor
        expect(minorOf(amountText({ minor: most, currency }), currency)).toBe(most)
      },
    ),
  )
})
