import type { Program } from '@goodword/client'
import { programDefaults } from '@goodword/contract/program/program'
import { expect, test } from 'vitest'
import { changedRules, decidedText, heldText } from './simulation-words.ts'

const sums = (matched: number, held: number, amount: number, withoutAmount = 0) => ({
  matched,
  would: { held, amount, withoutAmount },
  ofDecided: { approved: 0, denied: 0 },
})

test.for([
  [sums(0, 0, 0), 'active', 'Matches no referral.'],
  [
    sums(12, 9, 449.1),
    'active',
    'Matches 12 referrals. Would have held 9 of them, with rewards worth $449.10.',
  ],
  [
    sums(2, 2, 5, 1),
    'active',
    'Matches 2 referrals. Would have held 2 of them, with rewards worth $5.00. The worth of 1 reward is not known.',
  ],
  [
    sums(1, 1, 0, 1),
    'active',
    'Matches 1 referral. Would have held 1 of them. The worth of 1 reward is not known.',
  ],
  [
    sums(3, 0, 0),
    'active',
    'Matches 3 referrals. None of them would have been held: they are decided, or wait already.',
  ],
  [sums(3, 0, 0), 'shadow', 'Matches 3 referrals. It would only have written them down.'],
  [sums(0, 0, 0), 'off', 'Off: it would not have looked.'],
] as const)('the sums %o of a rule that is %s are in words: %s', ([figures, mode, text]) => {
  expect(heldText(figures, mode, 'USD')).toBe(text)
})

test('decisions of the team are in words with their share, and not at all without any', () => {
  expect(decidedText(sums(3, 1, 0))).toBeNull()
  const decided = { ...sums(3, 0, 0), ofDecided: { approved: 1, denied: 2 } }
  expect(decidedText(decided)).toBe('Of 3 that your team decided, 2 were denied (67%).')
})

test('changed rules are those about stored facts with another mode or threshold than the saved one', () => {
  const base = {
    ...programDefaults,
    fraudRules: [
      { rule: 'SAME_EMAIL', mode: 'active' },
      { rule: 'LEAKED_CODE', mode: 'active' },
      { rule: 'FAILED_CARDS', mode: 'shadow' },
    ],
  } as unknown as Program
  const leaked = { rule: 'LEAKED_CODE', mode: 'active', thresholds: { publicClicks: 5 } } as const
  const program: Program = {
    ...base,
    fraudRules: [
      { rule: 'SAME_EMAIL', mode: 'off' },
      leaked,
      { rule: 'FAILED_CARDS', mode: 'shadow', thresholds: {} },
    ],
  }
  expect(changedRules(base, program)).toEqual([leaked])
  expect(changedRules(base, base)).toEqual([])
})
