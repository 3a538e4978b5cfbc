import { expect, test } from 'vitest'
import type { Currency } from '../values/money.ts'
import type { RewardSpec } from './reward.ts'
import { type KnownPrice, worthOf } from './reward-worth.ts'

const EUR = 'EUR' as Currency
const unknown: KnownPrice = { price: null, intervalType: null, intervalValue: null }
const pays = (
  minor: number,
  intervalType: KnownPrice['intervalType'],
  intervalValue: number | null = 1,
): KnownPrice => ({ price: { minor, currency: EUR }, intervalType, intervalValue })
const percent = (discountPercent: number, months?: number): RewardSpec => ({
  type: 'PCT_DISCOUNT',
  discountPercent,
  ...(months === undefined ? {} : { monthsDiscountIsValid: months }),
})

test.each([
  [percent(10, 12), pays(1950, 'MONTH'), 2340, 12],
  [percent(10, 12), pays(1950, null, null), 2340, 12],
  [percent(10, 12), pays(19_500, 'YEAR'), 1950, 1],
  [percent(10, 6), pays(19_500, 'YEAR'), 1950, 1],
  [percent(10, 12), pays(5000, 'QUARTER'), 2000, 4],
  [percent(10, 12), pays(5000, 'MONTH', 5), 1000, 2],
  [percent(10, 1), pays(1000, 'WEEK'), 400, 4],
  [percent(33.33, 3), pays(999, 'MONTH'), 999, 3],
  [percent(10), pays(1950, 'MONTH'), 195, null],
] as const)('%o of %o is worth %i on %s bills', (spec, price, minor, bills) => {
  expect(worthOf(spec, price)).toEqual({ amount: { minor, currency: EUR }, bills })
})

test('a credit in a currency is worth its amount, whatever the account pays', () => {
  const credit = { type: 'CREDIT', unit: 'EUR', credit: 1500 } as const
  expect(worthOf(credit, unknown)).toEqual({ amount: { minor: 1500, currency: EUR }, bills: 1 })
})

test.each([
  [percent(10, 12)],
  [{ type: 'CREDIT', unit: 'COFFEE', credit: 3 }],
  [{ type: 'TIME_CREDIT', unit: 'DAY', credit: 30 }],
  [{ type: 'FEATURE', featureType: 'SEAT', quantity: 2 }],
] as const)('what has no known price has no worth: %o', (spec) => {
  expect(worthOf(spec, unknown)).toBeNull()
})
