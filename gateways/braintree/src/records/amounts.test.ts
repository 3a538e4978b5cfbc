import { expect, test } from 'vitest'
import type { Modification } from '../model/subscription.ts'
import { countBill, nextPeriodAmount, periodAmount } from './amounts.ts'

test.each([
  ['the price alone', [], [], 3000],
  ['add-ons are added, so many times', [added(500, 2)], [], 4000],
  ['discounts are taken off, so many times', [], [taken(500, 3)], 1500],
  ['both', [added(1000)], [taken(500)], 3500],
  ['discounts above the price', [], [taken(5000)], -2000],
  [
    'a discount whose bills are over',
    [],
    [{ ...taken(500), numberOfBillingCycles: 2, currentBillingCycle: 2 }],
    3000,
  ],
  [
    'a discount with one bill to come',
    [],
    [{ ...taken(500), numberOfBillingCycles: 2, currentBillingCycle: 1 }],
    2500,
  ],
])('the next bill: %s', (_what, addOns, discounts, amount) => {
  expect(nextPeriodAmount({ price: 3000, addOns, discounts })).toBe(amount)
})

test('a discount of three bills counts for three, and stays until the fourth', () => {
  let discounts: Modification[] = [{ ...taken(500), numberOfBillingCycles: 3 }]
  const bills = [1, 2, 3, 4, 5].map(() => {
    discounts = countBill(discounts)
    return periodAmount({ price: 3000, addOns: [], discounts })
  })
  expect(bills).toEqual([2500, 2500, 2500, 3000, 3000])
})

function added(amount: number, quantity = 1): Modification {
  return { ...taken(amount, quantity), id: 'seats', kind: 'add_on' }
}

function taken(amount: number, quantity = 1): Modification {
  return {
    id: 'referral_discount',
    kind: 'discount',
    name: 'Referral',
    description: null,
    amount,
    quantity,
    numberOfBillingCycles: null,
    currentBillingCycle: 0,
  }
}
