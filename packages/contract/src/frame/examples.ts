import type { Currency } from '@goodword/domain/values/money'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import type { Account } from '../accounts/account.ts'
import type { AccountDiscount } from '../accounts/account-discount.ts'
import type { OpenCode } from '../codes/code.ts'
import { type Program, programDefaults } from '../program/program.ts'
import type { TestClock } from '../program/test-clock.ts'
import type { Referral } from '../referrals/referral.ts'
import type { Reward } from '../rewards/reward.ts'
import type { Figures } from '../users/figures.ts'
import type { User, UserSummary } from '../users/user.ts'

/**
 * The examples of the reference: Bob of `acct_bob` referred Carol of `acct_carol`, who pays since June. In
 * July she got a manual credit of 5 euros and redeemed 2; in August the rest was cancelled.
 */
const STARTED = 1_780_000_000_000
const CONVERTED = 1_781_209_600_000
const TWELVE_MONTHS_LATER = 1_812_745_600_000
const GIVEN = 1_783_500_000_000
const TAKEN_BACK = 1_786_000_000_000

export const exampleUser: User = {
  id: 'user_bob',
  accountId: 'acct_bob',
  email: 'bob@example.com',
  firstName: 'Bob',
  lastName: 'Tester',
  locale: 'en-US',
  referralCode: 'BOBT4K9QX',
  shareLinks: {
    direct: 'https://goodword.example.com/r/acme/BOBT4K9QX',
    email: 'https://goodword.example.com/r/acme/BOBT4K9QX?via=email',
    twitter: 'https://goodword.example.com/r/acme/BOBT4K9QX?via=twitter',
    facebook: 'https://goodword.example.com/r/acme/BOBT4K9QX?via=facebook',
    linkedin: 'https://goodword.example.com/r/acme/BOBT4K9QX?via=linkedin',
    whatsapp: 'https://goodword.example.com/r/acme/BOBT4K9QX?via=whatsapp',
  },
  dateCreated: STARTED - 86_400_000,
  dateBlocked: null,
}

export const exampleOpenCode: OpenCode = {
  code: 'BOBT4K9QX',
  discountPercentage: 10,
  reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
  referrerName: 'Bob T.' as PresentableName,
  appliesUntil: null,
  texts: {
    locale: 'en',
    direction: 'ltr',
    title: 'Bob gives you 10% off for 12 months',
    text: 'For new customers. The code BOBT4K9QX is entered for you when you sign up.',
    applied: 'Code BOBT4K9QX is applied: Bob gives you 10% off for 12 months.',
  },
}

export const exampleUserSummary: UserSummary = {
  id: 'user_bob',
  accountId: 'acct_bob',
  email: 'bob@example.com',
  firstName: 'Bob',
  lastName: 'Tester',
}

export const exampleFriendSummary: UserSummary = {
  id: 'user_carol',
  accountId: 'acct_carol',
  email: 'carol@example.com',
  firstName: 'Carol',
  lastName: 'Sample',
}

const exampleFriend: User = {
  ...exampleUser,
  id: 'user_carol',
  accountId: 'acct_carol',
  email: 'carol@example.com',
  firstName: 'Carol',
  lastName: 'Sample',
  referralCode: 'CARM7WZ2D',
  shareLinks: {
    direct: 'https://goodword.example.com/r/acme/CARM7WZ2D',
    email: 'https://goodword.example.com/r/acme/CARM7WZ2D?via=email',
    twitter: 'https://goodword.example.com/r/acme/CARM7WZ2D?via=twitter',
    facebook: 'https://goodword.example.com/r/acme/CARM7WZ2D?via=facebook',
    linkedin: 'https://goodword.example.com/r/acme/CARM7WZ2D?via=linkedin',
    whatsapp: 'https://goodword.example.com/r/acme/CARM7WZ2D?via=whatsapp',
  },
  dateCreated: STARTED,
}

export const exampleReferrerReward: Reward = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d50',
  type: 'PCT_DISCOUNT',
  discountPercent: 10,
  monthsDiscountIsValid: 12,
  rewardSource: 'FRIEND_SIGNUP',
  accountId: 'acct_bob',
  userId: 'user_bob',
  referralId: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  statuses: ['AVAILABLE'],
  dateCreated: CONVERTED,
  dateScheduledFor: null,
  dateGiven: CONVERTED,
  dateExpires: TWELVE_MONTHS_LATER,
  dateCancelled: null,
  dateRedeemed: null,
}

export const exampleFigures: Figures = {
  clicks: 84,
  visitors: 61,
  inProgress: 2,
  converted: 4,
  ended: 1,
  saved: [{ currency: 'EUR', amount: 149.7 }],
  shared: [],
  nextReward: { friendsToGo: 1 },
  milestones: [],
  queued: null,
  rewardLimit: null,
}

const exampleFriendReward: Reward = {
  ...exampleReferrerReward,
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d51',
  rewardSource: 'REFERRED',
  accountId: 'acct_carol',
  userId: null,
  dateCreated: STARTED,
  dateGiven: STARTED,
}

/** Bob's identification by a page. */
export const exampleIdentification = {
  account_id: 'acct_bob',
  user_id: 'user_bob',
  email: 'bob@example.com',
  first_name: 'Bob',
}

export const exampleIdentified = {
  accountId: exampleUser.accountId,
  userId: exampleUser.id,
  referralCode: exampleUser.referralCode,
  shareLinks: exampleUser.shareLinks,
}

export const exampleAccount: Account = {
  id: 'acct_carol',
  currency: 'EUR',
  paymentProviderId: null,
  subscription: { status: 'PAID', billingIntervalValue: 1, billingIntervalType: 'MONTH', value: 49.9 },
  referral: {
    id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
    code: 'BOBT4K9QX',
    status: 'CONVERTED',
    referrerReward: exampleReferrerReward,
    referredReward: exampleFriendReward,
    dateReferralStarted: STARTED,
    dateConverted: CONVERTED,
    dateReferralEnded: null,
  },
  standing: 'REFERRED',
  dateCreated: STARTED,
  dateBlocked: null,
  blockReason: null,
}

export const exampleReferral: Referral = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
  referralCodeUsed: 'BOBT4K9QX',
  status: 'CONVERTED',
  referringAccountId: 'acct_bob',
  referredAccountId: 'acct_carol',
  referrerUser: exampleUser,
  referredUser: exampleFriend,
  referrerReward: exampleReferrerReward,
  referredReward: exampleFriendReward,
  referrerModerationStatus: 'APPROVED',
  referredModerationStatus: 'APPROVED',
  referrerDecision: {
    by: 'STAFF',
    actor: 'key Billing server',
    reason: 'STAFF_APPROVED',
    message: 'Approved by staff.',
    date: CONVERTED,
    dateReviewEnds: null,
    dateDecidedByItself: null,
  },
  referredDecision: null,
  fraudSignals: [],
  reasons: [],
  attributedByHand: false,
  dateReferralStarted: STARTED,
  dateConverted: CONVERTED,
  dateReferralEnded: null,
}

export const exampleDiscount: AccountDiscount = {
  accountId: 'acct_carol',
  discountPercentage: 10,
  referredDiscountPercent: 10,
  referrerDiscountPercent: 0,
  uncappedPercentage: 10,
  discountId: 'referral_discount',
  referrerName: 'Bob T.' as PresentableName,
  credits: [{ unit: 'EUR', available: 500 }],
}

export const exampleManualReward: Reward = {
  id: '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d52',
  type: 'CREDIT',
  unit: 'EUR',
  credit: 500,
  rewardSource: 'MANUAL',
  accountId: 'acct_carol',
  userId: null,
  referralId: null,
  statuses: ['AVAILABLE'],
  redeemedCredit: 0,
  dateCreated: GIVEN,
  dateScheduledFor: null,
  dateGiven: GIVEN,
  dateExpires: null,
  dateCancelled: null,
  dateRedeemed: null,
}

export const exampleCancelledManualReward: Reward = {
  ...exampleManualReward,
  statuses: ['CANCELLED'],
  redeemedCredit: 200,
  dateCancelled: TAKEN_BACK,
}

export const exampleProgram: Program = {
  version: 3,
  ...programDefaults,
  name: 'Put in a good word',
  currency: 'EUR' as Currency,
  landingPage: 'https://www.example.com/welcome',
  allowedOrigins: ['https://www.example.com'],
}

export const exampleClock: TestClock = {
  now: TWELVE_MONTHS_LATER,
  movingTo: null,
  reached: TWELVE_MONTHS_LATER,
  jobsLeft: 0,
  jobsRetrying: 0,
}
