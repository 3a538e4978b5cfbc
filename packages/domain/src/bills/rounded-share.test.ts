import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '../values/money.ts'
import { FULL_RATE, type Rate } from '../values/rate.ts'
import { isShareByLines, type Rounding, roundedShare } from './rounded-share.ts'

const KWD = 'KWD' as Currency

const given: Rounding = { amountStep: 10 }
const byProcessor: Rounding = { amountStep: 10, roundsShares: true }
const whole: Rounding = { amountStep: 100, roundsShares: true }

test.each<[price: number, percent: number, rounding: Rounding, share: number]>([
  [7_550, 10, given, 750],
  [7_550, 10, byProcessor, 760],
  [7_540, 10, byProcessor, 750],
  // Not 754.5 first, which are 755 and then 760.
  [7_545, 10, byProcessor, 750],
  [5_555_00, 10, whole, 556_00],
  [5_554_00, 10, whole, 555_00],
  [10, 100, byProcessor, 10],
  [5, 100, byProcessor, 0],
  [9_95, 10, { amountStep: 1, roundsShares: true }, 1_00],
])(
  'a share of %i minor units, %i percent, is rounded as the processor takes it: %o',
  (minor, percent, rounding, share) => {
    expect(roundedShare({ minor, currency: KWD }, (percent * 100) as Rate, rounding)).toBe(share)
  },
)

test.each<[taken: number, price: number, lines: number, step: number, isShare: boolean]>([
  [750, 7_550, 1, 10, true],
  [755, 7_550, 1, 10, true],
  [760, 7_550, 1, 10, true],
  [740, 7_550, 1, 10, false],
  [770, 7_550, 1, 10, false],
  [300, 29_85, 3, 1, true],
  [301, 29_85, 3, 1, false],
  [297, 29_85, 3, 1, true],
  [296, 29_85, 3, 1, false],
  [300, 30_00, 1, 1, true],
  [299, 30_00, 1, 1, false],
  [300, 30_00, 0, 1, false],
])(
  'an amount of %i can be a tenth of %i by %i lines in steps of %i: %o',
  (taken, minor, lines, step, isShare) => {
    expect(isShareByLines(taken, { price: { minor, currency: KWD }, rate: 1000 as Rate }, lines, step)).toBe(
      isShare,
    )
  },
)

test('a share of no rate is nothing, which no line rounds up', () => {
  expect(isShareByLines(1, { price: { minor: 30_00, currency: KWD }, rate: 0 as Rate }, 9, 1)).toBe(false)
})

test('the rounded share of a sum is one that lines may come to, and so is the sum of the rounded shares of lines', () => {
  const lines = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 9 })
  const rates = fc.integer({ min: 1, max: FULL_RATE })
  fc.assert(
    fc.property(lines, rates, fc.constantFrom(1, 10, 100), (counts, basisPoints, amountStep) => {
      const [rate, rounding] = [basisPoints as Rate, { amountStep, roundsShares: true } as const]
      const prices = counts.map((it) => ({ minor: it * amountStep, currency: KWD }))
      const price = { minor: prices.reduce((sum, { minor }) => sum + minor, 0), currency: KWD }
      const ofSum = roundedShare(price, rate, rounding)
      const ofLines = prices.reduce((sum, it) => sum + roundedShare(it, rate, rounding), 0)
      expect(isShareByLines(ofSum, { price, rate }, 1, amountStep)).toBe(true)
      expect(isShareByLines(ofLines, { price, rate }, prices.length, amountStep)).toBe(true)
      expect(ofSum % amountStep).toBe(0)
      expect(ofSum).toBeLessThanOrEqual(price.minor)
    }),
  )
})
