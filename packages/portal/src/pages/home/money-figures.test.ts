import { expect, test } from 'vitest'
import { costOf, costShare, revenueBasis, revenueOf } from './money-figures.ts'

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
  const basis = revenueBasis([money])
  expect(revenueOf(money, basis)).toBe(revenue)
  expect(costOf(money)).toBe(cost)
  expect(costShare(money, basis)).toBe(share)
})

test('a range in which something was charged is compared with what was charged before, not with what was reported', () => {
  const [range, before] = [
    { ...none, charged: 40 },
    { ...none, reported: 149 },
  ]
  for (const basis of [revenueBasis([range, before]), revenueBasis([before, range])]) {
    expect([range, before].map((it) => revenueOf(it, basis))).toEqual([40, 0])
  }
  expect(revenueBasis([before, undefined])).toBe('REPORTED')
})
