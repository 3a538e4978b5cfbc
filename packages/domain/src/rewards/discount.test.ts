import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency, Money } from '../values/money.ts'
import { NO_RATE, type Rate } from '../values/rate.ts'
import { accountDiscount, discountAmount } from './discount.ts'

const price = (minor: number, currency = 'USD'): Money => ({ minor, currency: currency as Currency })
const ratesOf = (friend: number, referrer = 0, manual = 0, milestone = 0) => ({
  REFERRED: friend as Rate,
  FRIEND_SIGNUP: referrer as Rate,
  FRIEND_PAYMENT: NO_RATE,
  MILESTONE: milestone as Rate,
  MANUAL: manual as Rate,
})

test.each([
  ['none', ratesOf(0), 0, 0],
  ['one', ratesOf(1_000), 1_000, 1_000],
  ['all sources add up', ratesOf(1_000, 2_000, 550, 1_200), 4_750, 4_750],
  ['exactly everything', ratesOf(5_000, 5_000), 10_000, 10_000],
  ['more than everything is capped, and the whole sum stays visible', ratesOf(1_000, 12_000), 13_000, 10_000],
])('percentages: %s', (_story, bySource, uncapped, applied) => {
  expect(accountDiscount(bySource)).toEqual({ bySource, uncapped, applied })
})

test.each([
  ['10 % of 19.99', ratesOf(1_000), price(1999), 200],
  ['a half goes up', ratesOf(1_000), price(5), 1],
  ['less than a half goes down', ratesOf(1_000), price(4), 0],
  ['of a currency without decimals', ratesOf(1_250), price(100, 'JPY'), 13],
  ['never more than the price', ratesOf(9_000, 9_000), price(1999), 1999],
  ['of nothing', ratesOf(10_000), price(0), 0],
])('the amount: %s', (_story, bySource, of, minor) => {
  expect(discountAmount(accountDiscount(bySource), of)).toEqual({ ...of, minor })
})

test('the amount is never below zero nor above the price, and within half a piece of the exact share', () => {
  const rates = fc.integer({ min: 0, max: 30_000 })
  fc.assert(
    fc.property(rates, rates, fc.integer({ min: 0, max: 9_999_999_999 }), (friend, referrer, minor) => {
      const discount = accountDiscount(ratesOf(friend, referrer))
      const amount = discountAmount(discount, price(minor)).minor
      expect(amount).toBeGreaterThanOrEqual(0)
      expect(amount).toBeLessThanOrEqual(minor)
      expect(2n * BigInt(amount) * 10_000n - 2n * BigInt(minor) * BigInt(discount.applied)).toSatisfy(
        (twiceTheError: bigint) => twiceTheError > -10_000n && twiceTheError <= 10_000n,
      )
    }),
  )
})
