import { expect, test } from 'vitest'
import { attributionEffect } from './attribution-words.ts'

const friend = { id: 'friend', referral: null, dateBlocked: null, subscription: null }
const referral = {
  id: 'r',
  code: 'EVE',
  status: 'IN_PROGRESS',
  referrerReward: null,
  referredReward: null,
  dateReferralStarted: 1,
  dateConverted: null,
  dateReferralEnded: null,
} as const

test.each([
  ['impossible', { ...friend, id: 'ada' }, false],
  ['impossible', { ...friend, referral }, false],
  ['impossible', { ...friend, dateBlocked: 1 }, false],
  ['existing customer', { ...friend, subscription: { status: 'PAID' as const } }, false],
  ['existing customer', { ...friend, subscription: { status: 'CANCELLED' as const } }, true],
  ['in progress', { ...friend, subscription: { status: 'TRIAL' as const } }, false],
] as const)('the words for an attribution by hand are of the right kind: %s', (kind, account, wasRefused) => {
  expect(attributionEffect(account, 'ada', wasRefused)).toMatchObject({ kind })
})
