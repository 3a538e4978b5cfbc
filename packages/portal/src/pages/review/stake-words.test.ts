import { expect, test } from 'vitest'
import { historyText, stakeText } from './stake-words.ts'

const percent = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
const credit = { type: 'CREDIT', unit: 'EUR', credit: 1500 } as const

test.each([
  [
    { status: 'PENDING', reward: percent, worth: { amount: 23.4, currency: 'USD', bills: 12 } },
    'would get 10% off for 12 months, about $23.40 on 12 bills.',
  ],
  [
    { status: 'APPROVED', reward: percent, worth: { amount: 23.4, currency: 'USD', bills: 1 } },
    'gets 10% off for 12 months, about $23.40 on 1 bill.',
  ],
  [
    {
      status: 'PENDING',
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10 },
      worth: { amount: 1.95, currency: 'USD', bills: null },
    },
    'would get 10% off, about $1.95 on each bill.',
  ],
  [
    { status: 'PENDING', reward: percent, worth: null },
    'would get 10% off for 12 months; the price is not known yet.',
  ],
  [
    { status: 'DENIED', reward: credit, worth: { amount: 15, currency: 'EUR', bills: 1 } },
    'does not get €15.00.',
  ],
  [
    { status: 'PENDING', reward: null, worth: null },
    'gets nothing: the program has no reward for this side.',
  ],
] as const)('what is at stake is said with its worth: %#', (side, text) => {
  expect(stakeText(side)).toBe(text)
})

test.each([
  [{ approved: 0, denied: 0, pending: 0, undecided: 0, complete: true }, 'No other referral.'],
  [
    { approved: 1, denied: 2, pending: 0, undecided: 3, complete: true },
    'Other referrals: 2 denied, 1 approved by hand, 3 without a decision.',
  ],
  [
    { approved: 0, denied: 0, pending: 1, undecided: 200, complete: false },
    'Newest other referrals: 1 waiting, 200 without a decision.',
  ],
])('earlier decisions are counted in words: %#', (history, text) => {
  expect(historyText(history)).toBe(text)
})
