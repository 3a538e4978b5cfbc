import { expect, test } from 'vitest'
import { paletteFit } from './palette-filter.ts'

test.each([
  ['program Acme Referrals of demo test demo', 'dana', 0],
  ['program Acme Referrals of demo test demo', 'dem', 0.5],
  ['page Rewards', 'rew', 1],
  ['page Rewards', 'ards', 0],
  ['page Fraud rules', 'rul fra', 1],
  ['dana@ acct_dana u1', 'dana@', 1],
  ['program Käsehof Süd live', 'kasehof', 0.5],
  ['sign out', '', 1],
])('the entry "%s" fits "%s" by %d', (entry, typed, fit) => {
  expect(paletteFit(entry, typed)).toBe(fit)
})
