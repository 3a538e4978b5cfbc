import type { Bill } from '@goodword/client'
import { exampleBill } from '@goodword/contract/billing/bill'
import { billReasons } from '@goodword/domain/bills/bill-states'
import { expect, test } from 'vitest'
import { actionsFor, differenceText, reasonText } from './bill-words.ts'

const wrong: Bill = exampleBill

test('every reason has a sentence, a bill that is right has one, and an unknown reason is shown as it is', () => {
  for (const [reason, sentence] of Object.entries(billReasons)) expect(reasonText({ reason })).toBe(sentence)
  expect(reasonText({ reason: null })).toMatch(/should have had/)
  expect(reasonText({ reason: 'SOMETHING_NEW' })).toContain('SOMETHING_NEW')
})

test.each([
  [4.99, 'EUR', '€4.99 too much'],
  [-3, 'USD', '$3.00 too little'],
  [0.125, 'KWD', 'KWD 0.125 too much'],
  [0, 'EUR', null],
  [1e-9, 'EUR', null],
])('a difference of %d %s reads %s', (difference, currency, text) => {
  // The code of a currency is set off by a space that does not break.
  expect(differenceText({ difference, currency })?.replace('\u00a0', ' ') ?? null).toBe(text)
})

test.each<[string, Partial<Bill>, boolean, boolean]>([
  ['a bill that was paid too much', {}, true, true],
  ['a bill that was paid too little', { difference: -3, owed: 0, reason: 'DISCOUNT_TOO_LARGE' }, false, true],
  ['a bill whose payment is disputed', { owed: 0 }, false, true],
  ['a bill whose refund is due', { reason: 'REFUND_DUE' }, false, false],
  ['a friend’s first bill whose refund is due', { reason: 'FIRST_BILL_REFUND_DUE' }, false, false],
  ['a bill whose refund was refused', { reason: 'REFUND_REFUSED' }, false, true],
  ['a bill that is right', { state: 'RIGHT', reason: null, difference: 0, owed: 0 }, false, false],
  ['a bill that was refunded', { state: 'MENDED', reason: 'REFUNDED', owed: 0 }, false, false],
  ['a bill that was left as it is', { state: 'WAIVED', reason: 'WAIVED_BY_HAND' }, false, false],
])('what staff can do about %s follows from its state and reason', (_story, bill, canRefund, canWaive) => {
  expect(actionsFor({ ...wrong, ...bill })).toEqual({ canRefund, canWaive })
})
