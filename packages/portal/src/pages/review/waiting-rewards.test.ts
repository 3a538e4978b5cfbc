import type { Referral } from '@goodword/client'
import { exampleReferral } from '@goodword/contract/frame/examples'
import { expect, test } from 'vitest'
import { actionsOf, decidedText, waitingRewards } from './waiting-rewards.ts'

function referral(id: string, referrer: string, referred: string): Referral {
  const statuses = { referrerModerationStatus: referrer, referredModerationStatus: referred }
  return { ...exampleReferral, id, ...statuses } as Referral
}

test('a decision is about the waiting rewards only', () => {
  const held = waitingRewards([
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

test('more than a hundred actions make several requests, and no action makes none', () => {
  const many = Array.from({ length: 130 }, (_, index) => referral(`${index}`, 'PENDING', 'APPROVED'))
  expect(actionsOf(waitingRewards(many), 'DENY').map((it) => it.length)).toEqual([100, 30])
  expect(actionsOf([], 'DENY')).toEqual([])
})

test.each([
  [[referral('one', 'PENDING', 'APPROVED')], 'DENY', 'Bob Tester’s reward is denied.'],
  [[referral('one', 'DENIED', 'PENDING')], 'APPROVE', 'Carol Sample’s reward is approved.'],
  [[referral('one', 'PENDING', 'PENDING')], 'PEND', 'Both rewards are waiting again.'],
  [
    [referral('one', 'PENDING', 'PENDING'), referral('two', 'PENDING', 'APPROVED')],
    'DENY',
    'The rewards of 2 referrals are denied.',
  ],
] as const)('what was decided is said in a sentence: %#', (referrals, decision, text) => {
  expect(decidedText(waitingRewards(referrals), decision)).toBe(text)
})
