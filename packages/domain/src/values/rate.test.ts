import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cappedRate,
  FULL_RATE,
  NO_RATE,
  type Rate,
  rateFromPercent,
  rateToPercent,
  sumOfRates,
} from './rate.ts'

test.each([
  [0, 0],
  [-0, 0],
  [10, 1000],
  [12.5, 1250],
  [33.33, 3333],
  [0.01, 1],
  [100, 10_000],
  [100.01, null],
  [-0.01, null],
  [33.333, null],
  [0.1 + 0.2, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
])('%d percent is the rate %s', (percent, rate) => {
  expect(rateFromPercent(percent)).toBe(rate)
})

test('every rate up to 100 % survives being shown as a percentage', () => {
  for (let basisPoints = 0; basisPoints <= FULL_RATE; basisPoints += 1) {
    expect(rateFromPercent(rateToPercent(basisPoints as Rate))).toBe(basisPoints)
  }
})

test('rates add up beyond 100 %, and only the cap stops there', () => {
  const sum = sumOfRates([6000 as Rate, 5000 as Rate])
  expect(sum).toBe(11_000)
  expect(rateToPercent(sum)).toBe(110)
  expect(cappedRate(sum)).toBe(FULL_RATE)
  expect(cappedRate(9999 as Rate)).toBe(9999)
  expect(sumOfRates([])).toBe(NO_RATE)
})

test('the sum is the same in any order', () => {
  const rates = fc.array(fc.integer({ min: 0, max: 10_000 }).map((basisPoints) => basisPoints as Rate))
  fc.assert(
    fc.property(rates, (list) => {
      expect(sumOfRates(list)).toBe(sumOfRates(list.toReversed()))
    }),
  )
})
