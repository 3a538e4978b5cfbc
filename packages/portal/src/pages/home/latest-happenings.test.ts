import type { Referral } from '@goodword/client'
import { expect, test } from 'vitest'
import { latestOf } from './latest-happenings.ts'

const referral = (id: string, dateReferralStarted: number, dateConverted: number | null) =>
  ({ id, dateReferralStarted, dateConverted }) as Referral

test('starts and conversions come newest first, each once, as many as are wanted', () => {
  const old = referral('a', 10, 90)
  const recent = referral('b', 80, null)
  const happenings = latestOf([recent, old, old, referral('c', 5, null)], 3)
  expect(happenings.map(({ kind, referral: { id }, date }) => [kind, id, date])).toEqual([
    ['CONVERTED', 'a', 90],
    ['STARTED', 'b', 80],
    ['STARTED', 'a', 10],
  ])
})

test('the conversion of a referral stands before its start at the same time', () => {
  expect(latestOf([referral('a', 10, 10)], 2).map((it) => it.kind)).toEqual(['CONVERTED', 'STARTED'])
})
