import { expect, test } from 'vitest'
import { costOf, costShare, revenueOf } from './money-figures.ts'

const none = {
  currency: 'EUR',
  charged: 0,
  refunded: 0,
  reported: 0,
  reportedConversions: 0,
  discounts: 0,
  creditRedeemed: 0,
}

test.each([
  [none, 0, 0, null],
  [{ ...none, reported: 80, creditRedeemed: 20 }, 80, 20, 0.2],
  [{ ...none, charged: 100, refunded: 10, reported: 500, discounts: 10 }, 90, 10, 0.1],
  [{ ...none, refunded: 30 }, -30, 0, null],
])('revenue, cost and share of %o', (money, revenue, cost, share) => {
  expect(revenueOf(money)).toBe(revenue)
  expect(costOf(money)).toBe(cost)
  expect(costShare(money)).toBe(share)
})
