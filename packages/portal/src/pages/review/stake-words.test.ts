import { expect, test } from 'vitest'
import { historyText, stakeText } from './stake-words.ts'

const percent = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
const endless = { type: 'PCT_DISCOUNT', discountPercent: 10 } as const
const credit = { type: 'CREDIT', unit: 'EUR', credit: 1500 } as const
const usd = (amount: number, bills: number | null) => ({ amount, currency: 'USD', bills })

test.each([
  ['PENDING', percent, usd(23.4, 12), 'would get 10% off for 12 months, about $23.40 on 12 bills.'],
  ['APPROVED', percent, usd(23.4, 1), 'gets 10% off for 12 months, about $23.40 on 1 bill.'],
  ['PENDING', endless, usd(1.95, null), 'would get 10% off, about $1.95 on each bill.'],
  ['PENDING', percent, null, 'would get 10% off for 12 months; the price is not known yet.'],
  ['DENIED', credit, { amount: 15, currency: 'EUR', bills: 1 }, 'does not get €15.00.'],
  ['PENDING', null, null, 'gets nothing: the program has no reward for this side.'],
] as const)('what is at stake is said with its worth: %#', (status, reward, worth, text) => {
  expect(stakeText({ status, reward, worth })).toBe(text)
})

test.each([
  [0, 0, 0, 0, true, 'No other referral.'],
  [1, 2, 0, 3, true, 'Other referrals: 2 denied, 1 approved by hand, 3 without a decision.'],
  [0, 0, 1, 200, false, 'Newest other referrals: 1 waiting, 200 without a decision.'],
])('earlier decisions are counted in words: %#', (approved, denied, pending, undecided, complete, text) => {
  expect(historyText({ approved, denied, pending, undecided, complete })).toBe(text)
})
