import { expect, test } from 'vitest'
import { count, singular } from './number-text.ts'

test('one of a kind is named in the singular', () => {
  expect(['people', 'entries', 'referrals'].map(singular)).toEqual(['person', 'entry', 'referral'])
  expect([count(1, 'row'), count(2, 'row')]).toEqual(['1 row', '2 rows'])
})
