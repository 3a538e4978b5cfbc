import { describe, expect, test } from 'vitest'
import type { Currency } from '../values/money.ts'
import { exampleYear, type RewardTerms } from './example-bills.ts'
import { programForecast } from './program-forecast.ts'

const USD = 'USD' as Currency
const price = { minor: 2000, currency: USD }
const START = Date.UTC(2026, 0, 31, 9)
const tenPercent = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
const terms: RewardTerms = {
  referredReward: tenPercent,
  referrerReward: tenPercent,
  referrerHoldDays: 0,
  maxReferrerRewards: null,
  milestones: [],
}

const discounts = (bills: ReturnType<typeof exampleYear>['friend']) =>
  bills.map((it) => it.percentageMinor + it.creditMinor)

describe('a year of example bills', () => {
  test('the friend has twelve discounted bills, and the referrer one friend more on each bill', () => {
    const { friend, referrer } = exampleYear(terms, price, 3, START)
    expect(discounts(friend)).toEqual(Array(12).fill(200))
    expect(discounts(referrer)).toEqual([0, 200, 400, ...Array(9).fill(600)])
    expect(referrer.map((it) => it.friends)).toEqual([0, 1, 2, ...Array(9).fill(3)])
    expect(referrer.at(-1)).toMatchObject({ priceMinor: 2000, toPayMinor: 1400 })
  })

  test('a discount of three months is on three bills', () => {
    const short = { ...tenPercent, monthsDiscountIsValid: 3 }
    const { friend, referrer } = exampleYear(
      { ...terms, referredReward: short, referrerReward: short },
      price,
      1,
      START,
    )
    expect(discounts(friend)).toEqual([200, 200, 200, ...Array(9).fill(0)])
    expect(discounts(referrer)).toEqual([0, 200, 200, 200, ...Array(8).fill(0)])
  })

  test('a hold delays the discount and does not prolong it', () => {
    const { referrer } = exampleYear({ ...terms, referrerHoldDays: 40 }, price, 1, START)
    expect(discounts(referrer)).toEqual([0, 0, ...Array(10).fill(200)])
  })

  test('no bill of the forecast falls below zero, and a limit ends at its number of rewards', () => {
    const half = { ...tenPercent, discountPercent: 60 }
    expect(exampleYear({ ...terms, referrerReward: half }, price, 12, START).referrer.at(-1)).toMatchObject({
      toPayMinor: 0,
    })
    const limited = exampleYear({ ...terms, maxReferrerRewards: 2 }, price, 12, START)
    expect(discounts(limited.referrer).at(-1)).toBe(400)
  })

  test('credit in the currency of the bill is taken off until it is used up; other units are not', () => {
    const credit = { type: 'CREDIT', unit: 'USD', credit: 4500 } as const
    const { friend } = exampleYear({ ...terms, referredReward: credit }, price, 0, START)
    expect(discounts(friend)).toEqual([0, 2000, 2000, 500, ...Array(8).fill(0)])
    const points = { ...credit, unit: 'POINTS' }
    expect(discounts(exampleYear({ ...terms, referredReward: points }, price, 0, START).friend)).toEqual(
      Array(12).fill(0),
    )
  })

  test('all bills of a forecast without rewards are whole', () => {
    const none = { ...terms, referredReward: null, referrerReward: null }
    const { friend, referrer } = exampleYear(none, price, 5, START)
    expect([...discounts(friend), ...discounts(referrer)]).toEqual(Array(24).fill(0))
  })
})

describe('a forecast', () => {
  const assumptions = {
    price,
    attributedPerMonth: 20,
    conversionRate: 0.5,
    monthlyCancellationRate: 0,
    friendsPerReferrer: 1,
  }

  test('a forecast adds up the bills of all cohorts', () => {
    const { months, total, savedPerFriendMinor, countedShare } = programForecast(terms, assumptions, START)
    expect(months[0]).toEqual({
      month: 1,
      converted: 10,
      paying: 10,
      revenueMinor: 20_000,
      friendDiscountMinor: 2000,
      referrerDiscountMinor: 0,
      netMinor: 18_000,
    })
    expect(months[11]).toMatchObject({
      paying: 120,
      friendDiscountMinor: 24_000,
      referrerDiscountMinor: 22_000,
    })
    // 78 cohort months of ten friends; the referrer's discount begins a bill later.
    expect(total).toMatchObject({
      revenueMinor: 78 * 20_000,
      friendDiscountMinor: 78 * 2000,
      referrerDiscountMinor: 66 * 2000,
      netMinor: 78 * 18_000 - 66 * 2000,
    })
    expect({ savedPerFriendMinor, countedShare }).toEqual({ savedPerFriendMinor: 11 * 200, countedShare: 1 })
  })

  test('friends who cancel pay no further bill in a forecast', () => {
    const { months } = programForecast(terms, { ...assumptions, monthlyCancellationRate: 0.5 }, START)
    expect(months[2]).toMatchObject({ paying: 17.5, revenueMinor: 35_000 })
  })

  test('a limit and full bills leave rewards out', () => {
    const limited = programForecast(
      { ...terms, maxReferrerRewards: 1 },
      { ...assumptions, friendsPerReferrer: 4 },
      START,
    )
    expect(limited.countedShare).toBe(0.25)
    const large = { ...terms, referrerReward: { ...tenPercent, discountPercent: 50 } }
    expect(programForecast(large, { ...assumptions, friendsPerReferrer: 4 }, START).countedShare).toBe(0.5)
  })
})

test.each([
  ['a milestone that no referrer reaches on average', 5, { type: 'PCT_DISCOUNT', discountPercent: 50 }, 0],
  // 20 referrers bring 4 friends each, the second of them in month 6: 10 % of 6 bills of 20.00.
  ['a percentage until the end of the year', 2, { type: 'PCT_DISCOUNT', discountPercent: 10 }, 20 * 6 * 200],
  [
    'a percentage for two months',
    2,
    { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 2 },
    20 * 2 * 200,
  ],
  ['credit in the currency of bills', 2, { type: 'CREDIT', unit: 'USD', credit: 500 }, 20 * 500],
  [
    'a milestone of the last month, whose bills come later',
    4,
    { type: 'CREDIT', unit: 'USD', credit: 500 },
    0,
  ],
  ['a feature, which has no price', 2, { type: 'FEATURE', featureType: 'SEAT', quantity: 1 }, 0],
] as const)('the forecast has %s', (_story, friends, reward, expected) => {
  const assumptions = {
    price,
    attributedPerMonth: 20,
    conversionRate: 80 / 240,
    monthlyCancellationRate: 0,
    friendsPerReferrer: 4,
  }
  const without = programForecast(terms, assumptions, START)
  const { milestonesMinor, total } = programForecast(
    { ...terms, milestones: [{ friends, reward }] },
    assumptions,
    START,
  )
  expect(milestonesMinor).toBe(expected)
  expect(total.netMinor).toBe(without.total.netMinor - expected)
})
