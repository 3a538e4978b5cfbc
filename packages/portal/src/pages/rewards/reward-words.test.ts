import type { Reward } from '@goodword/client'
import { describe, expect, test } from 'vitest'
import { cancelText, queueText, rewardText } from '../../format/reward-text.ts'
import { fateText, isCancellable } from './reward-words.ts'

const record = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d70',
  rewardSource: 'MANUAL',
  accountId: 'acct_ada',
  userId: null,
  referralId: null,
  statuses: ['AVAILABLE'],
  dateCreated: 0,
  dateScheduledFor: null,
  dateGiven: 0,
  dateExpires: null,
  dateCancelled: null,
  dateRedeemed: null,
} as const satisfies Partial<Reward>

function credit(unit: string, amount: number, redeemedCredit: number): Reward {
  return { ...record, type: 'CREDIT', unit, credit: amount, redeemedCredit }
}

describe('cancelling a reward', () => {
  test.each<[Reward, RegExp]>([
    [credit('EUR', 1550, 0), /^All of it, €15.50, is taken/],
    [credit('EUR', 1550, 300), /left, €12.50, is taken. The €3.00 that were redeemed stay/],
    [credit('COFFEE', 3, 1), /left, 2 COFFEE, is taken. The 1 COFFEE/],
    [{ ...record, type: 'TIME_CREDIT', unit: 'DAY', credit: 14, redeemedCredit: 0 }, /^All of it, 14 days,/],
    [{ ...record, type: 'PCT_DISCOUNT', discountPercent: 20 }, /20% ends now/],
    [{ ...record, statuses: ['PENDING'], type: 'PCT_DISCOUNT', discountPercent: 20 }, /will not be given/],
    [{ ...record, type: 'FEATURE', featureType: 'Extra seat', quantity: 2 }, /2 × Extra seat is taken back/],
  ])('the words say what cancelling a reward takes: %o', (reward, expected) => {
    expect(cancelText(reward)).toMatch(expected)
  })

  test('a reward that is redeemed, expired or cancelled cannot be cancelled', () => {
    const cancellable = (['PENDING', 'AVAILABLE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const).filter((it) =>
      isCancellable({ statuses: [it] }),
    )
    expect(cancellable).toEqual(['PENDING', 'AVAILABLE'])
  })
})

test('a discount that is queued says so, and how many come before it', () => {
  const freeMonth = {
    ...record,
    type: 'PCT_DISCOUNT',
    discountPercent: 100,
    monthsDiscountIsValid: 1,
    stacking: 'QUEUE',
  } as const
  const march = Date.UTC(2026, 2, 3)
  const places = [[0], [0, march], [1], [2, march], [null]] as const
  const texts = places.map(([queuePosition, dateBegins = null]) => {
    const reward: Reward = { ...freeMonth, queuePosition, dateBegins }
    return [queueText(reward), fateText(reward).slice(0, 8)]
  })
  expect(rewardText(freeMonth)).toBe('100% off for 1 month, one after another')
  expect(texts).toEqual([
    ['In use', 'It is in'],
    ['Next, from Mar 3, 2026', 'It is in'],
    ['Waits for 1 other', 'It waits'],
    ['Waits for 2 others, from Mar 3, 2026', 'It waits'],
    [null, 'It is in'],
  ])
})
