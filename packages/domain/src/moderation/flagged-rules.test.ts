import { expect, test } from 'vitest'
import { ruleFlagsOf, sideStateOf, verdictOf } from './flagged-rules.ts'

test.for([
  ['APPROVED', 'program', 'NOT_DECIDED'],
  ['APPROVED', 'staff', 'APPROVED_BY_STAFF'],
  ['PENDING', 'rule', 'PENDING'],
  ['PENDING', 'staff', 'PENDING'],
  ['DENIED', 'rule', 'DENIED_BY_RULE'],
  ['DENIED', 'staff', 'DENIED_BY_STAFF'],
] as const)('a side that is %s by %s counts as %s', ([status, by, state]) => {
  expect(sideStateOf({ status, by })).toBe(state)
})

test('a rule counts once in each mode, from its first signal on', () => {
  const signals = [
    { rule: 'SAME_EMAIL', shadow: true },
    { rule: 'SAME_USER_ID', shadow: false, unsigned: true },
    { rule: 'SAME_EMAIL', shadow: false },
    { rule: 'SAME_USER_ID', shadow: false },
  ] as const
  const flaggings = [
    { reason: 'SAME_EMAIL', at: 1 },
    { reason: 'SAME_USER_ID', at: 2 },
    { reason: 'SAME_EMAIL', at: 3 },
    { reason: 'SAME_USER_ID', at: 4 },
  ] as const
  expect(ruleFlagsOf(signals, flaggings, 0)).toEqual([
    { rule: 'SAME_EMAIL', isShadow: true, at: 1, isFirst: true },
    { rule: 'SAME_USER_ID', isShadow: false, at: 2, isFirst: true },
    { rule: 'SAME_EMAIL', isShadow: false, at: 3, isFirst: false },
  ])
})

test('a rule that failed, and a limit that is no rule, have flagged nothing', () => {
  const signals = [
    { rule: 'SAME_EMAIL', shadow: false, failed: true },
    { rule: 'UNSIGNED_CONVERSION', shadow: false },
    { rule: 'SAME_EMAIL', shadow: false },
  ] as const
  const flaggings = [
    { reason: 'RULE_FAILED', at: 1 },
    { reason: 'UNSIGNED_CONVERSION', at: 2 },
    { reason: 'SAME_EMAIL', at: 3 },
  ] as const
  expect(ruleFlagsOf(signals, flaggings, 0)).toEqual([
    { rule: 'SAME_EMAIL', isShadow: false, at: 3, isFirst: true },
  ])
})

test('a signal of which nothing else is stored has the other time', () => {
  expect(ruleFlagsOf([{ rule: 'SAME_EMAIL', shadow: true }], [], 7)).toEqual([
    { rule: 'SAME_EMAIL', isShadow: true, at: 7, isFirst: true },
  ])
})

test.for([
  [['DENIED_BY_STAFF', 'APPROVED_BY_STAFF'], 'DENIED'],
  [['NOT_DECIDED', 'APPROVED_BY_STAFF'], 'APPROVED'],
  [['DENIED_BY_RULE', 'PENDING'], null],
] as const)('a referral with the sides %o has the verdict of staff %s', ([sides, verdict]) => {
  expect(verdictOf(sides)).toBe(verdict)
})
