import { parseCurrency } from '@goodword/domain/values/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountStep, amountText, currencyOf, minorOf } from './amounts.ts'

test.each([
  ['12.34', 'USD', 1234],
  ['0.00', 'USD', 0],
  ['-4.00', 'USD', -400],
  ['-0.00', 'USD', 0],
  ['1234', 'JPY', 1234],
  ['1234.00', 'JPY', 1234],
  ['1.234', 'KWD', 1234],
  ['1.2', 'USD', 120],
  ['150000000.00', 'IDR', 15_000_000_000],
  ['2500000000', 'VND', 2_500_000_000],
])('%s %s is %d minor units', (text, code, minor) => {
  expect(minorOf(text, currencyOf(code))).toBe(minor)
})

test.each(['', '-', '1,00', '1.001', 'NaN', '1e3', '--1.00', ' 1.00', '.5', '5.', '90071992547409.93'])(
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
  const amounts = fc.integer({ min: 0, max: 99_999_999_999 })
  fc.assert(
    fc.property(amounts, fc.constantFrom(...currencies), (minor, currency) => {
      expect(minorOf(amountText({ minor, currency }), currency)).toBe(minor)
    }),
  )
})

test('an amount of three decimals is written with two where that is exact, and is as fine as the gateway writes prices', () => {
  const currency = currencyOf('KWD')
  expect([1230, 1234].map((minor) => amountText({ minor, currency }))).toEqual(['1.23', '1.234'])
  expect(['12.34', '12', '12.340'].map((it) => amountStep(it, currency))).toEqual([10, 10, 1])
  expect(amountStep('12.34', currencyOf('USD'))).toBe(1)
})
