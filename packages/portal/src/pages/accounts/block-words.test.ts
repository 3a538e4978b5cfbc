import { expect, test } from 'vitest'
import { blockEffects } from './block-words.ts'

const first = (counts: Parameters<typeof blockEffects>[0]) =>
  blockEffects(counts).map((it) => it.split(' ').slice(0, 3).join(' '))

test('what a block does is counted', () => {
  expect(first({ codes: 1, inProgress: 1, available: 1, scheduled: 0 })).toEqual([
    '1 code of',
    '1 referral in',
    '1 reward that',
    'The account can',
  ])
  expect(first({ codes: 3, inProgress: 1200, available: 2, scheduled: 3 })).toEqual([
    '3 codes of',
    '1,200 referrals in',
    '5 rewards that',
    'The account can',
  ])
})

test('nothing is counted that is not there or not known', () => {
  expect(first({ codes: 2, inProgress: 0, available: 0, scheduled: 0 }).slice(1, 3)).toEqual([
    'No referral is',
    'It has no',
  ])
  expect(first({ codes: undefined, inProgress: null, available: null, scheduled: 1 }).slice(0, 3)).toEqual([
    'The codes of',
    'Referrals in progress',
    'Rewards that it',
  ])
})
