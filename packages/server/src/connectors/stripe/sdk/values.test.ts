import type { Currency } from '@goodword/domain/values/money'
import { expect, test } from 'vitest'
import { amountOf, amountStep, minorOf, wholeSteps } from './values.ts'

test.each<[currency: string, amount: number, minor: number, step: number]>([
  ['USD', 1234, 1234, 1],
  ['JPY', 1234, 1234, 1],
  ['KWD', 1230, 1230, 10],
  ['ISK', 1234_00, 1234, 1],
  ['UGX', 1234_00, 1234, 1],
  ['MGA', 1234, 1234_00, 100],
])(
  'an amount in %s of Stripe, %i, is %i minor units in steps of %i, and back',
  (code, amount, minor, step) => {
    const currency = code as Currency
    expect(minorOf(amount, code.toLowerCase())).toBe(minor)
    expect(minorOf(0 - amount, code.toLowerCase())).toBe(0 - minor)
    expect(amountOf({ minor, currency })).toBe(amount)
    expect(amountStep(currency)).toBe(step)
  },
)

test.each([
  ['USD', 755, 755],
  ['KWD', 755, 750],
  ['ISK', 755, 700],
  ['MGA', 755, 755],
])(
  'an amount in %s of Stripe, %i, that is left of a payment can be given back as %i',
  (code, left, whole) => {
    expect(wholeSteps(left, code as Currency)).toBe(whole)
  },
)

test('a currency that ISO 4217 does not have is rejected by its name', () => {
  expect(() => minorOf(100, 'xyz')).toThrow(
    expect.objectContaining({
      code: 'REJECTED',
      rejection: 'CURRENCY',
      message: expect.stringContaining('XYZ'),
    }),
  )
})
