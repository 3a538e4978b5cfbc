import type { Referral } from '@goodword/client'
import { exampleReferral } from '@goodword/contract/examples'
import { expect, test } from 'vitest'
import { actionsOf, decidedText, heldSides } from './held-sides.ts'

function referral(id: string, referrer: string, referred: string): Referral {
  const statuses = { referrerModerationStatus: referrer, referredModerationStatus: referred }
  return { ...exampleReferral, id, ...statuses } as Referral
}

test('a decision is about the held sides only', () => {
  const held = heldSides([
    referral('one', 'PENDING', 'APPROVED'),
    referral('two', 'PENDING', 'PENDING'),
    referral('three', 'DENIED', 'APPROVED'),
  ])
  expect(actionsOf(held, 'APPROVE')).toEqual([
    [
      { referralId: 'one', action: 'APPROVE_REFERRER' },
      { referralId: 'two', action: 'APPROVE_REFERRER' },
      { referralId: 'two', action: 'APPROVE_REFERRED' },
    ],
  ])
})

test('more than a hundred actions are several requests, and none is one', () => {
  const many = Array.from({ length: 130 }, (_, index) => referral(`${index}`, 'PENDING', 'APPROVED'))
  expect(actionsOf(heldSides(many), 'DENY').map((it) => it.length)).toEqual([100, 30])
  expect(actionsOf([], 'DENY')).toEqual([])
})

test.each([
  [[referral('one', 'PENDING', 'APPROVED')], 'DENY', 'The referrer’s side of the referral is denied.'],
  [[referral('one', 'DENIED', 'PENDING')], 'APPROVE', 'The friend’s side of the referral is approved.'],
  [[referral('one', 'PENDING', 'PENDING')], 'PEND', 'Both sides of the referral are held again.'],
  [
    [referral('one', 'PENDING', 'PENDING'), referral('two', 'PENDING', 'APPROVED')],
    'DENY',
    'The held sides of 2 referrals are denied.',
  ],
] as const)('what was decided is said in a sentence: %#', (referrals, decision, text) => {
  expect(decidedText(heldSides(referrals), decision)).toBe(text)
})
