import { describe, expect, test } from 'vitest'
import { LAST_TIME } from '../values/last-time.ts'
import type { Currency } from '../values/money.ts'
import type { RewardTerms } from './billed-year.ts'
import { exampleYear } from './example-bills.ts'
import { programForecast } from './program-forecast.ts'

const USD = 'USD' as Currency
const plan = { price: { minor: 2000, currency: USD }, everyMonths: 1 }
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
    const { friend, referrer } = exampleYear(terms, plan, 3, START)
    expect(discounts(friend)).toEqual(Array(12).fill(200))
    expect(discounts(referrer)).toEqual([0, 200, 400, ...Array(9).fill(600)])
    expect(referrer.map((it) => it.friends)).toEqual([0, 1, 2, ...Array(9).fill(3)])
    expect(referrer.at(-1)).toMatchObject({ priceMinor: 2000, toPayMinor: 1400 })
  })

  test('a discount of three months is on three bills', () => {
    const short = { ...tenPercent, monthsDiscountIsValid: 3 }
    const { friend, referrer } = exampleYear(
      { ...terms, referredReward: short, referrerReward: short },
      plan,
      1,
      START,
    )
    expect(discounts(friend)).toEqual([200, 200, 200, ...Array(9).fill(0)])
    expect(discounts(referrer)).toEqual([0, 200, 200, 200, ...Array(8).fill(0)])
  })

  test('a hold delays the discount and does not prolong it', () => {
    const { referrer } = exampleYear({ ...terms, referrerHoldDays: 40 }, plan, 1, START)
    expect(discounts(referrer)).toEqual([0, 0, ...Array(10).fill(200)])
  })

  test('no bill of the forecast falls below zero, and a limit ends at its number of rewards', () => {
    const half = { ...tenPercent, discountPercent: 60 }
    expect(exampleYear({ ...terms, referrerReward: half }, plan, 12, START).referrer.at(-1)).toMatchObject({
      toPayMinor: 0,
    })
    const limited = exampleYear({ ...terms, maxReferrerRewards: 2 }, plan, 12, START)
    expect(discounts(limited.referrer).at(-1)).toBe(400)
  })

  test('credit in the currency of the bill is taken off until it is used up; other units are not', () => {
    const credit = { type: 'CREDIT', unit: 'USD', credit: 4500 } as const
    const { friend } = exampleYear({ ...terms, referredReward: credit }, plan, 0, START)
    expect(discounts(friend)).toEqual([0, 2000, 2000, 500, ...Array(8).fill(0)])
    const points = { ...credit, unit: 'POINTS' }
    expect(discounts(exampleYear({ ...terms, referredReward: points }, plan, 0, START).friend)).toEqual(
      Array(12).fill(0),
    )
  })

  test('all bills of a forecast without rewards are whole', () => {
    const none = { ...terms, referredReward: null, referrerReward: null }
    const { friend, referrer } = exampleYear(none, plan, 5, START)
    expect([...discounts(friend), ...discounts(referrer)]).toEqual(Array(24).fill(0))
  })
})

describe('a forecast', () => {
  const assumptions = {
    plan,
    attributedPerMonth: 20,
    conversionRate: 0.5,
    monthlyCancellationRate: 0,
    friendsPerReferrer: 1,
  }

  test('a forecast adds up the bills of all cohorts', () => {
    const { months, total, referrers } = programForecast(terms, assumptions, START)
    expect(months[0]).toEqual({
      month: 1,
      converted: 10,
      bills: 10,
      revenueMinor: 20_000,
      friendDiscountMinor: 2000,
      referrerDiscountMinor: 0,
      netMinor: 18_000,
    })
    expect(months[11]).toMatchObject({
      bills: 120,
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
    expect(referrers).toBe(120)
  })

  test('example bills and forecasts begin at any time that a clock can have', () => {
    expect(exampleYear(terms, plan, 3, LAST_TIME).referrer).toHaveLength(12)
    expect(programForecast(terms, assumptions, LAST_TIME).total.bills).toBe(780)
  })

  test('friends who cancel pay no further bill in a forecast', () => {
    const { months } = programForecast(terms, { ...assumptions, monthlyCancellationRate: 0.5 }, START)
    expect(months[2]).toMatchObject({ bills: 17.5, revenueMinor: 35_000 })
  })

  test('one referrer with a friend a month saves what the example year says', () => {
    const one = { ...assumptions, attributedPerMonth: 2, friendsPerReferrer: 12 }
    for (const referrerReward of [
      tenPercent,
      { type: 'CREDIT', unit: 'USD', credit: 2500 } as const,
      { type: 'PAYMENT_SHARE', sharePercent: 12.5, maxCreditPerMonth: 1500 } as const,
    ]) {
      const changed: RewardTerms = {
        ...terms,
        referrerReward,
        referrerHoldDays: 40,
        maxReferrerRewards: 7,
        milestones: [{ friends: 3, reward: { ...tenPercent, monthsDiscountIsValid: 2 } }],
      }
      const { months } = programForecast(changed, one, START)
      expect(months.map((it) => it.referrerDiscountMinor)).toEqual(
        discounts(exampleYear(changed, plan, 12, START).referrer),
      )
    }
  })

  test('friends whose first month is free convert with their second bill, and do not cancel before it', () => {
    const free = {
      ...terms,
      referredReward: { ...tenPercent, discountPercent: 100, monthsDiscountIsValid: 1 },
    }
    const { months } = programForecast(free, { ...assumptions, monthlyCancellationRate: 1 }, START)
    expect(months.slice(0, 4)).toMatchObject([
      { converted: 0, bills: 10, friendDiscountMinor: 20_000, netMinor: 0 },
      { converted: 10, bills: 20, friendDiscountMinor: 20_000, netMinor: 20_000 },
      { converted: 10, bills: 20, friendDiscountMinor: 20_000, netMinor: 20_000 },
      { converted: 10, bills: 20, friendDiscountMinor: 20_000, netMinor: 20_000 },
    ])
  })

  test('friends who never pay anything bring no reward', () => {
    const free = { ...terms, referredReward: { type: 'PCT_DISCOUNT', discountPercent: 100 } as const }
    expect(programForecast(free, assumptions, START).total).toMatchObject({
      converted: 0,
      referrerDiscountMinor: 0,
      netMinor: 0,
    })
  })

  test('credit that was given stays when the friend cancels, and a percentage and held credit do not', () => {
    const leaving = { ...assumptions, monthlyCancellationRate: 1 }
    const credit = { type: 'CREDIT', unit: 'USD', credit: 500 } as const
    const off = (changed: Partial<RewardTerms>) =>
      programForecast({ ...terms, ...changed }, leaving, START).total.referrerDiscountMinor
    expect(off({ referrerReward: credit })).toBe(110 * 500)
    expect(off({ referrerReward: credit, referrerHoldDays: 30 })).toBe(0)
    expect(off({})).toBe(0)
  })

  test('bills of a year are spread over all months, and have the friends who came before them', () => {
    const yearly = { price: { minor: 24_000, currency: USD }, everyMonths: 12 }
    const { months, total } = programForecast(terms, { ...assumptions, plan: yearly }, START)
    expect(total).toMatchObject({ bills: 120, friendDiscountMinor: 120 * 2400 })
    // A twelfth of the referrers have their bill in a month; ten friends more came in each month before it.
    expect(months.map((it) => it.referrerDiscountMinor)).toEqual(
      Array.from({ length: 12 }, (_, month) => month * 10 * 200),
    )
  })
})

test.each([
  ['a milestone that no referrer reaches on average', 5, { type: 'PCT_DISCOUNT', discountPercent: 50 }, 0],
  // 18 referrers bring 4 friends each, the second of them in months 4 to 6: 10 % of 7 bills of 20.00, on average.
  ['a percentage until the end of the year', 2, { type: 'PCT_DISCOUNT', discountPercent: 10 }, 18 * 7 * 200],
  [
    'a percentage for two months',
    2,
    { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 2 },
    18 * 2 * 200,
  ],
  ['credit in the currency of bills', 2, { type: 'CREDIT', unit: 'USD', credit: 500 }, 18 * 500],
  [
    'a milestone of the last three months, of which those of the last one have their bill later',
    4,
    { type: 'CREDIT', unit: 'USD', credit: 500 },
    12 * 500,
  ],
  ['a feature, which has no price', 2, { type: 'FEATURE', featureType: 'SEAT', quantity: 1 }, 0],
] as const)('the forecast has %s', (_story, friends, reward, expected) => {
  const assumptions = {
    plan,
    attributedPerMonth: 20,
    conversionRate: 72 / 240,
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
