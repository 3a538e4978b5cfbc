import { expect, test } from 'vitest'
import { type ReferralState, referralReasons } from './referral-reasons.ts'

const NOW = 1_000_000
const approved = ['APPROVED', 'APPROVED'] as const
const inProgress: ReferralState = {
  convertedAt: null,
  endedAt: null,
  paidAt: null,
  hasUser: true,
  moderation: approved,
  isHeldByBlock: false,
  isReplaced: false,
  signals: [],
  rewardScheduledFor: null,
}
const converted: ReferralState = { ...inProgress, convertedAt: NOW, paidAt: NOW }
const denied = ['DENIED', 'DENIED'] as const
const sameEmail = { rule: 'SAME_EMAIL', shadow: false } as const
const shadow = { rule: 'SAME_USER_ID', shadow: true } as const

test.each<readonly [story: string, state: ReferralState, reasons: readonly string[]]>([
  ['in progress', inProgress, ['AWAITING_PAYMENT']],
  ['in progress without a user', { ...inProgress, hasUser: false }, ['AWAITING_PAYMENT']],
  ['paid, but no user identified', { ...inProgress, paidAt: NOW, hasUser: false }, ['NO_USER_IDENTIFIED']],
  ['converted', converted, []],
  ['converted without an identified user', { ...converted, hasUser: false }, []],
  ['converted, the reward held', { ...converted, rewardScheduledFor: NOW + 1 }, ['REWARD_SCHEDULED']],
  ['converted, the hold over', { ...converted, rewardScheduledFor: NOW }, []],
  ['ended', { ...converted, endedAt: NOW, rewardScheduledFor: NOW + 1 }, ['SUBSCRIPTION_CANCELLED']],
  ['ended before it converted', { ...inProgress, endedAt: NOW }, ['SUBSCRIPTION_CANCELLED']],
  ['denied by a rule', { ...converted, moderation: denied, signals: [sameEmail] }, ['SAME_EMAIL']],
  ['denied by staff', { ...converted, moderation: denied }, ['MODERATION']],
  [
    'denied by staff with a shadow signal',
    { ...converted, moderation: denied, signals: [shadow] },
    ['MODERATION'],
  ],
  [
    'the referrer is blocked',
    { ...inProgress, moderation: ['APPROVED', 'PENDING'], isHeldByBlock: true },
    ['REFERRER_BLOCKED', 'AWAITING_PAYMENT'],
  ],
  [
    'the referrer is blocked, and the friend’s side denied',
    { ...converted, moderation: ['DENIED', 'PENDING'], isHeldByBlock: true },
    ['REFERRER_BLOCKED', 'MODERATION'],
  ],
  ['one side pending', { ...converted, moderation: ['APPROVED', 'PENDING'] }, ['MODERATION']],
  ['signals without effect', { ...converted, signals: [sameEmail, shadow] }, []],
  [
    'denied and in progress',
    { ...inProgress, moderation: denied, signals: [sameEmail, shadow] },
    ['SAME_EMAIL', 'AWAITING_PAYMENT'],
  ],
])('the reasons of a referral say what it waits for: %s', (_story, state, reasons) => {
  expect(referralReasons(state, NOW)).toEqual(reasons)
})
