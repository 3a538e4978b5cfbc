import { expect, test } from 'vitest'
import { payment } from '../testing/processor.ts'
import type { Currency } from '../values/money.ts'
import { type BillMoney, owedBack, returnedOf } from './bill-money.ts'

const noTax = { minor: 0, baseMinor: 0 }
const bill = { expectedMinor: 3_00, actualMinor: 0, chargedMinor: 30_00, addedTax: noTax }

test.each<[string, Partial<BillMoney>, number]>([
  ['nothing of a right bill', { actualMinor: 3_00, chargedMinor: 27_00 }, 0],
  ['nothing of one that was paid too little', { actualMinor: 5_00, chargedMinor: 25_00 }, 0],
  ['the difference', { actualMinor: 1_00, chargedMinor: 29_00 }, 2_00],
  ['what others left of the difference', { refundedMinor: 1_00 }, 2_00],
  ['nothing after others gave back as much', { refundedMinor: 3_00 }, 0],
  ['nothing after others gave back more', { refundedMinor: 29_00 }, 0],
  ['no more than was paid', { expectedMinor: 30_00, chargedMinor: 10_00 }, 10_00],
  ['nothing of a payment that a bank has', { isDisputed: true }, 0],
  [
    'the difference with the tax on top of it',
    { chargedMinor: 36_00, addedTax: { minor: 6_00, baseMinor: 30_00 } },
    3_60,
  ],
  [
    'the tax of two rates by their shares, rounded half up',
    { expectedMinor: 3_33, chargedMinor: 37_77, addedTax: { minor: 4_44, baseMinor: 33_33 } },
    3_77,
  ],
  [
    'what a hand refund left of the difference with its tax',
    { chargedMinor: 36_00, addedTax: { minor: 6_00, baseMinor: 30_00 }, refundedMinor: 3_00 },
    60,
  ],
  [
    'no more than was paid, with its tax',
    { expectedMinor: 30_00, chargedMinor: 36_00, addedTax: { minor: 6_00, baseMinor: 30_00 } },
    36_00,
  ],
])('what is owed back is %s', (_what, amounts, expected) => {
  expect(owedBack({ ...bill, refundedMinor: 0, isDisputed: false, ...amounts })).toBe(expected)
})

const USD = 'USD' as Currency
const refund = (id: string, minor: number, status: 'SETTLED' | 'SUBMITTED' | 'FAILED' = 'SETTLED') => {
  return { id, status, amount: { minor, currency: USD }, createdAt: 0 }
}

test('a refund of ours counts although an older reading does not show it, and once when a newer one does', () => {
  const ours = refund('ours', 3_00, 'SUBMITTED')
  expect(returnedOf([ours], payment())).toMatchObject({ refundedMinor: 3_00 })
  const seen = returnedOf([ours], payment({ refunds: [refund('hand', 1_00), refund('ours', 3_00)] }))
  expect(seen).toMatchObject({ refundedMinor: 4_00 })
  expect(seen.refunds.map(({ id, status }) => [id, status])).toEqual([
    ['ours', 'SETTLED'],
    ['hand', 'SETTLED'],
  ])
})

test('a refund that failed gave nothing back', () => {
  const known = [refund('ours', 3_00)]
  expect(returnedOf(known, payment({ refunds: [refund('ours', 3_00, 'FAILED')] }))).toMatchObject({
    refundedMinor: 0,
  })
})

test.each([
  ['OPEN', 0, true],
  ['LOST', 10_00, true],
  ['WON', 0, false],
] as const)('after a dispute that is %s, %s was given back', (status, refundedMinor, isDisputed) => {
  const disputed = payment({ disputes: [{ id: 'd', status, openedAt: 0 }] })
  expect(returnedOf([], disputed)).toMatchObject({ refundedMinor, isDisputed })
})
