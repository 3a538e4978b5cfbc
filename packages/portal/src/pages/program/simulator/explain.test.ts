import { exampleProgram } from '@goodword/contract/frame/examples'
import type { RewardTerms } from '@goodword/domain/program/billed-year'
import { exampleYear } from '@goodword/domain/program/example-bills'
import { programForecast } from '@goodword/domain/program/program-forecast'
import type { Currency } from '@goodword/domain/values/money'
import { describe, expect, test } from 'vitest'
import { billExplanation, forecastExplanation } from './explain.ts'
import { historyOf } from './history.ts'
import { priceOf, rewardTermsOf } from './simulator-terms.ts'

const EUR = 'EUR' as Currency
const plan = { price: { minor: 2000, currency: EUR }, everyMonths: 1 }
const START = Date.UTC(2026, 0, 31, 9)
const terms: RewardTerms = {
  referredReward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 3 },
  referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
  referrerHoldDays: 0,
  maxReferrerRewards: 2,
  milestones: [],
}

describe('an example bill', () => {
  const { friend, referrer } = exampleYear(terms, plan, 3, START)
  const explained = (side: 'friend' | 'referrer', month: number) => {
    const bill = (side === 'friend' ? friend : referrer)[month - 1]
    if (bill === undefined) throw new Error('there is no such month')
    return billExplanation(bill, month, side, terms, EUR)
  }

  test('an example bill is explained by its steps, which add up to it', () => {
    expect(explained('friend', 1)).toEqual({
      title: 'Bill of month 1',
      steps: [
        { label: 'Price', amount: '€20.00' },
        { label: '10% friend’s discount', amount: '− €2.00' },
        { label: 'To pay', amount: '€18.00' },
      ],
      sentence: null,
    })
    expect(explained('friend', 4).sentence).toBe('The months of the discount are over.')
    expect(explained('referrer', 1).sentence).toBe('No friend has paid before this bill.')
    expect(explained('referrer', 6)).toMatchObject({
      steps: [{}, { label: '20% discount for friends', amount: '− €4.00' }, { amount: '€16.00' }],
      sentence: expect.stringContaining('2 of them count because of your limit'),
    })
  })

  test('free months of friends who came in three months are shown one after another', () => {
    const freeMonth = { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1 } as const
    const milestone = { friends: 1, reward: { ...freeMonth, stacking: 'QUEUE' } } as const
    const queued = { ...terms, maxReferrerRewards: null, milestones: [milestone] }
    const other: RewardTerms = { ...queued, referrerReward: { ...freeMonth, stacking: 'QUEUE' } }
    const bills = exampleYear(other, plan, 2, START).referrer
    expect(bills.slice(0, 6).map((it) => it.toPayMinor)).toEqual([2000, 0, 0, 0, 2000, 2000])
    const [, second] = bills
    if (second === undefined) throw new Error('there is no second bill')
    expect(billExplanation(second, 2, 'referrer', other, EUR).sentence).toContain(
      'Each gives 100% for 1 month, one after another',
    )
  })

  test('a share of what friends pay is on the bills after their payments, and says so', () => {
    const share = {
      type: 'PAYMENT_SHARE',
      sharePercent: 20,
      monthsShareIsValid: 5,
      maxCreditPerMonth: 700,
    } as const
    const other: RewardTerms = { ...terms, maxReferrerRewards: null, referrerReward: share }
    const bills = exampleYear(other, plan, 2, Date.UTC(2026, 0, 15, 9)).referrer
    // Friends pay 18.00 for three months, and then 20.00.
    expect(bills.map((it) => it.creditMinor)).toEqual([0, 360, 700, 700, 700, 700, 400, 0, 0, 0, 0, 0])
    const [, second] = bills
    if (second === undefined) throw new Error('there is no second bill')
    expect(billExplanation(second, 2, 'referrer', other, EUR).sentence).toBe(
      '1 friend has paid before this bill. Each payment of a friend in the friend’s first 5 months gives 20% of it as credit, at most €7.00 a month. What a bill does not need is taken off the next ones.',
    )
  })

  test.each([
    [{ type: 'CREDIT', unit: 'POINTS', credit: 5 }, /Credit in POINTS is not taken off bills/],
    [{ type: 'FEATURE', featureType: 'SEAT', quantity: 1 }, /feature/],
    [{ type: 'TIME_CREDIT', unit: 'DAY', credit: 5 }, /time/],
    [null, /no reward/],
  ] as const)('an example bill that a reward does not change says why: %o', (referredReward, wanted) => {
    const other = { ...terms, referredReward }
    const [bill] = exampleYear(other, plan, 0, START).friend
    if (bill === undefined) throw new Error('there is no bill')
    expect(billExplanation(bill, 1, 'friend', other, EUR).sentence).toMatch(wanted)
  })
})

test('figures of a forecast end with themselves', () => {
  const assumptions = {
    plan,
    attributedPerMonth: 20,
    conversionRate: 0.5,
    monthlyCancellationRate: 0,
    friendsPerReferrer: 1,
  }
  const forecast = programForecast(terms, assumptions, START)
  const lastOf = (figure: 'paying' | 'revenue' | 'net') =>
    forecastExplanation(figure, forecast, assumptions).steps.at(-1)?.amount
  expect([lastOf('paying'), lastOf('revenue')]).toEqual(['120', '€15,600.00'])
  // 120 friends have one referrer each, who saves 2.00 on each bill after the first one.
  expect(forecastExplanation('referrers', forecast, assumptions).steps.map((it) => it.amount)).toEqual([
    '120',
    '× €11.00',
    '€1,320.00',
  ])
  expect(forecastExplanation('net', forecast, assumptions).steps.map((it) => it.amount)).toEqual([
    '€15,600.00',
    expect.stringMatching(/^− €/),
    expect.stringMatching(/^− €/),
    lastOf('net'),
  ])
})

describe('the history of a program', () => {
  const month = (from: string, attributed: number, converted: number) => ({
    from,
    to: from,
    clicks: 0,
    visitors: 0,
    identified: 0,
    attributed,
    converted,
    ended: 0,
    money: [],
  })
  const cohort = { month: '2026-01', attributed: 16, converted: 4, conversionRate: 25, conversions: [] }
  const money = { charged: 0, refunded: 0, discounts: 0, creditRedeemed: 0 }

  test('the history of a program counts full months from the first friend on, and prices of its own currency', () => {
    const intervals = [
      month('2026-01-01', 0, 0),
      month('2026-02-01', 10, 2),
      month('2026-03-01', 6, 2),
      month('2026-04-01', 99, 0),
    ]
    const history = historyOf(
      {
        intervals,
        cohorts: [cohort],
        money: [
          { currency: 'USD', reported: 9, reportedConversions: 1, ...money },
          { currency: 'EUR', reported: 100, reportedConversions: 2, ...money },
        ],
      },
      'EUR',
    )
    expect(history).toMatchObject({
      attributedPerMonth: { value: 8, source: expect.stringContaining('16 friends in 2 full months') },
      conversionPercent: { value: 25, source: expect.stringContaining('4 of 16 friends') },
      price: {
        value: 50,
        source:
          'Your program: the prices that were reported at 2 conversions, on average. Of 1 other no price is known.',
      },
    })
  })

  test('the history of a program has no price after an import, whose conversions have none', () => {
    const imported = { currency: 'EUR', reported: 0, reportedConversions: 0, ...money }
    const history = { intervals: [month('2026-02-01', 10, 9)], cohorts: [], money: [imported] }
    expect(historyOf(history, 'EUR').price).toBeNull()
    const paid = { ...imported, reported: 19.8, reportedConversions: 1 }
    expect(historyOf({ ...history, money: [paid] }, 'EUR').price).toMatchObject({ value: 19.8 })
  })

  test('the history of a new program is empty, and says so of its first month', () => {
    const nothing = { intervals: [month('2026-01-01', 0, 0)], cohorts: [], money: [] }
    expect(historyOf(nothing, 'EUR')).toEqual({
      attributedPerMonth: null,
      conversionPercent: null,
      price: null,
    })
    const first = historyOf({ ...nothing, intervals: [month('2026-01-01', 3, 0)] }, 'EUR')
    expect(first.attributedPerMonth).toMatchObject({
      value: 3,
      source: expect.stringContaining('first month'),
    })
  })
})

test('an empty field counts as no reward, no wait and no limit', () => {
  const draft = {
    ...exampleProgram,
    referredReward: { type: 'PCT_DISCOUNT', discountPercent: Number.NaN },
    referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 0.5 },
    referrerHoldDays: Number.NaN,
    maxReferrerRewards: 0,
    milestones: [{ friends: Number.NaN, reward: { type: 'CREDIT', unit: 'EUR', credit: 5 } }],
  } as const
  const none = {
    referredReward: null,
    referrerReward: null,
    referrerHoldDays: 0,
    maxReferrerRewards: null,
    milestones: [],
  }
  expect(rewardTermsOf(draft)).toEqual(none)
  expect(priceOf(null, 'EUR')).toBeNull()
  expect(priceOf(1.234, 'EUR')).toBeNull()
  expect(priceOf(0, 'EUR')).toEqual({ minor: 0, currency: 'EUR' })
})
