import { describe, expect, test } from 'vitest'
import type { Account } from '../referrals/account.ts'
import { cancelled, code, paid, server, trial, user } from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'
import {
  amountOf,
  cancelReward,
  manualReward,
  type Reward,
  type RewardSpec,
  referrerReward,
  reviveReward,
  statusesOf,
  unitOf,
} from './reward.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)

const percent: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 12.5, monthsDiscountIsValid: 12 }
const percentForever: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 12.5 }
const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500, monthsCreditIsValid: 6 }
const time: RewardSpec = { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 }
const feature: RewardSpec = { type: 'FEATURE', featureType: 'seats', quantity: 2 }

/** A tenant whose friend was attributed at START and, by default, paid a day later; both sides earn the same. */
function tenantWith(spec: RewardSpec, { hasPaid = true, holdDays = 0 } = {}): TestTenant {
  const tenant = new TestTenant({ referredReward: spec, referrerReward: spec, referrerHoldDays: holdDays })
  tenant.track(server(user('b'), code('ADA'), trial))
  if (!hasPaid) return tenant
  tenant.now = PAID_AT
  tenant.track(server(paid))
  return tenant
}

const PAID_AT = addDays(START, 1)

describe('the friend’s reward', () => {
  test.each([
    ['a percentage counts from the attribution', percent, 'AVAILABLE', START, null],
    ['a percentage without months counts from the attribution', percentForever, 'AVAILABLE', START, null],
    ['a credit waits for the conversion', credit, 'PENDING', null, null],
    ['a time credit waits for the conversion', time, 'PENDING', null, null],
    ['a feature waits for the conversion', feature, 'PENDING', null, null],
  ])('the friend’s reward is right before the conversion: %s', (_story, spec, status, givenAt, expiresAt) => {
    const { reward } = tenantWith(spec, { hasPaid: false }).referral().referred
    expect(reward).toMatchObject({ source: 'REFERRED', spec, createdAt: START, givenAt, expiresAt })
    expect(statusOf(reward, START)).toBe(status)
  })

  test.each([
    ['a percentage stays given; its months begin', percent, START, day('2027-01-11')],
    ['a percentage without months stays until the friend leaves', percentForever, START, null],
    ['a credit is given; its months begin', credit, PAID_AT, day('2026-07-11')],
    ['a time credit is given', time, PAID_AT, null],
    ['a feature is given', feature, PAID_AT, null],
  ])('the friend’s reward is given at the conversion: %s', (_story, spec, givenAt, expiresAt) => {
    const tenant = tenantWith(spec, { hasPaid: false })
    tenant.now = PAID_AT
    const given = givenAt === PAID_AT ? 'reward.given CONVERTED, ' : ''
    const text = `referral.converted FIRST_PAYMENT, ${given}reward.created CONVERTED`
    expect(textOf(tenant.track(server(paid)))).toBe(text)
    const { reward } = tenant.referral().referred
    expect(reward).toMatchObject({ createdAt: START, givenAt, expiresAt, cancelledAt: null })
    expect(statusOf(reward, PAID_AT)).toBe('AVAILABLE')
  })

  test('the friend’s reward keeps the terms of the attribution when the program changes', () => {
    const tenant = tenantWith(percent, { hasPaid: false })
    tenant.program = { ...tenant.program, referredReward: credit, referrerReward: null }
    tenant.track(server(paid))
    expect(tenant.referral().referred.reward?.spec).toBe(percent)
    expect(tenant.referral().referring.reward).toBeNull()
  })

  test('the friend has no reward where the program gives none, then or later', () => {
    const tenant = new TestTenant({ referredReward: null })
    tenant.track(server(user('b'), code('ADA')))
    tenant.program = { ...tenant.program, referredReward: percent }
    tenant.track(server(paid))
    expect(tenant.referral().referred.reward).toBeNull()
  })
})

describe('the referrer’s reward', () => {
  test.each([percent, percentForever, credit, time, feature])(
    'the referrer’s reward does not exist before the conversion: %o',
    (spec) => {
      expect(tenantWith(spec, { hasPaid: false }).referral().referring.reward).toBeNull()
    },
  )

  test.each([
    ['a percentage', percent, day('2027-01-11')],
    ['a percentage without months', percentForever, null],
    ['a credit', credit, day('2026-07-11')],
    ['a time credit', time, null],
    ['a feature', feature, null],
  ])('the referrer’s reward is given at the conversion: %s', (_story, spec, expiresAt) => {
    const { reward } = tenantWith(spec).referral().referring
    expect(reward).toMatchObject({ source: 'FRIEND_SIGNUP', spec, createdAt: PAID_AT, scheduledFor: null })
    expect(reward).toMatchObject({ givenAt: PAID_AT, expiresAt, cancelledAt: null })
    expect(statusOf(reward, PAID_AT)).toBe('AVAILABLE')
  })

  test('the referrer’s reward waits through its hold, which moves neither the months of the credit nor the friend’s reward', () => {
    const { referring, referred } = tenantWith(credit, { holdDays: 14 }).referral()
    const due = addDays(PAID_AT, 14)
    expect(referring.reward).toMatchObject({ scheduledFor: due, givenAt: due, expiresAt: day('2026-07-11') })
    expect(statusOf(referring.reward, due - 1)).toBe('PENDING')
    expect(statusOf(referring.reward, due)).toBe('AVAILABLE')
    expect(statusOf(referred.reward, PAID_AT)).toBe('AVAILABLE')
  })

  test('a referrer’s reward whose hold outlasts its months is never available', () => {
    const { reward } = tenantWith(credit, { holdDays: 365 }).referral().referring
    expect(statusOf(reward, day('2026-07-11') - 1)).toBe('PENDING')
    expect(statusOf(reward, day('2026-07-11'))).toBe('EXPIRED')
    expect(statusOf(reward, day('2028-01-01'))).toBe('EXPIRED')
  })
})

describe('the months of a reward', () => {
  test.each([
    ['twelve from the 10th', '2026-01-10', 12, '2027-01-10'],
    ['one from 31 January', '2026-01-31', 1, '2026-02-28'],
    ['one from 31 January of a leap year', '2028-01-31', 1, '2028-02-29'],
    ['two from 31 January', '2026-01-31', 2, '2026-03-31'],
    ['twelve from 29 February', '2028-02-29', 12, '2029-02-28'],
  ])('%s: the last instant of a reward’s months counts, the end does not', (_story, paidOn, months, end) => {
    const tenant = tenantWith({ ...percent, monthsDiscountIsValid: months }, { hasPaid: false })
    tenant.now = day(paidOn)
    tenant.track(server(paid))
    for (const { reward } of [tenant.referral().referred, tenant.referral().referring]) {
      expect(statusOf(reward, day(end) - 1)).toBe('AVAILABLE')
      expect(statusOf(reward, day(end))).toBe('EXPIRED')
    }
  })

  test('the months of a reward are not eaten by a long trial', () => {
    const tenant = tenantWith(percent, { hasPaid: false })
    tenant.now = day('2027-06-01')
    expect(statusOf(tenant.referral().referred.reward, tenant.now)).toBe('AVAILABLE')
    tenant.track(server(paid))
    expect(tenant.referral().referred.reward?.expiresAt).toBe(day('2028-06-01'))
  })
})

describe('the end of a referral', () => {
  const AFTER = addDays(PAID_AT, 1)

  test.each([
    ['a percentage stops', percent, 'CANCELLED'],
    ['a credit that waits is never given', credit, 'CANCELLED'],
    ['a time credit that waits is never given', time, 'CANCELLED'],
    ['a feature that waits is never given', feature, 'CANCELLED'],
  ])('the end of a referral before the conversion leaves the right rewards: %s', (_story, spec, status) => {
    const tenant = tenantWith(spec, { hasPaid: false })
    tenant.now = AFTER
    tenant.track(server(cancelled))
    expect(statusOf(tenant.referral().referred.reward, AFTER)).toBe(status)
    expect(tenant.referral().referring.reward).toBeNull()
  })

  test.each([
    ['percentages stop', percent, 0, ['CANCELLED', 'CANCELLED']],
    ['percentages without months stop', percentForever, 0, ['CANCELLED', 'CANCELLED']],
    ['credits that were given stay', credit, 0, ['AVAILABLE', 'AVAILABLE']],
    ['time credits that were given stay', time, 0, ['AVAILABLE', 'AVAILABLE']],
    ['features that were given stay', feature, 0, ['AVAILABLE', 'AVAILABLE']],
    ['a credit on hold is never given', credit, 14, ['AVAILABLE', 'CANCELLED']],
    ['a percentage on hold is never given', percent, 14, ['CANCELLED', 'CANCELLED']],
    ['a credit whose hold is over stays', credit, 1, ['AVAILABLE', 'AVAILABLE']],
  ])(
    'the end of a referral after the conversion leaves the right rewards: %s',
    (_story, spec, holdDays, statuses) => {
      const tenant = tenantWith(spec, { holdDays })
      tenant.now = AFTER
      const stopped = statuses.filter((it) => it === 'CANCELLED').map(() => 'reward.cancelled REFERRAL_ENDED')
      const outcomes = ['referral.ended SUBSCRIPTION_CANCELLED', ...stopped]
      expect(textOf(tenant.track(server(cancelled)))).toBe(outcomes.join(', '))
      expect(bothStatuses(tenant.account(), AFTER)).toEqual(statuses)
      expect(bothStatuses(tenant.account(), addDays(AFTER, 30))).toEqual(statuses)
    },
  )

  test('the end of a referral leaves what expired before as expired', () => {
    const tenant = tenantWith(percent)
    tenant.now = day('2027-02-01')
    tenant.track(server(cancelled))
    expect(bothStatuses(tenant.account(), tenant.now)).toEqual(['EXPIRED', 'EXPIRED'])
  })
})

const given: Reward = {
  source: 'MANUAL',
  spec: credit,
  createdAt: START,
  scheduledFor: null,
  givenAt: START,
  expiresAt: PAID_AT,
  billsAfter: null,
  monthsLeft: null,
  billsLeft: null,
  queuePosition: null,
  turnAt: null,
  cancelledAt: null,
  cancellations: 0,
  redeemed: 0,
  reserved: 0,
  redeemedAt: null,
  milestone: null,
  milestoneLostAt: null,
  takenBack: 0,
  paymentKey: null,
}

test.each<readonly [status: string, changes: Partial<Reward>, now: number]>([
  ['AVAILABLE', {}, START],
  ['AVAILABLE', { redeemed: 499 }, START],
  ['AVAILABLE', { cancelledAt: START + 1 }, START],
  ['REDEEMED', { redeemed: 500 }, START],
  ['REDEEMED', { redeemed: 500 }, PAID_AT],
  ['EXPIRED', { redeemed: 499 }, PAID_AT],
  ['PENDING', { givenAt: null, expiresAt: null }, START],
  ['PENDING', { givenAt: START + 1 }, START],
  ['CANCELLED', { cancelledAt: START }, START],
  ['CANCELLED', { cancelledAt: START, redeemed: 100 }, PAID_AT],
])('a reward is %s: %o', (status, changes, now) => {
  const reward = { ...given, ...changes }
  expect(statusesOf(reward, now)).toEqual([status])
  const isOpen = reward.cancelledAt === null && (status === 'AVAILABLE' || status === 'PENDING')
  expect(cancelReward(reward, now)).toEqual(
    isOpen ? { ...reward, cancelledAt: now, cancellations: reward.cancellations + 1 } : reward,
  )
})

test.each<readonly [story: string, reward: Reward]>([
  ['what waits', { ...given, givenAt: null }],
  ['what is available', given],
  ['what is partly redeemed', { ...given, redeemed: 200 }],
])('a cancellation that is undone leaves nothing but its number: %s', (_story, reward) => {
  expect(reviveReward(cancelReward(reward, START))).toEqual({ ...reward, cancellations: 1 })
  expect(reviveReward(reward)).toBe(reward)
})

describe('a referrer’s reward that is created after the conversion', () => {
  const due = addDays(START, 14)

  test.each([
    ['at once', START, due, due],
    ['during the hold', due - 1, due, due],
    ['at the end of the hold', due, null, due],
    ['after the hold', due + 1, null, due + 1],
  ])(
    '%s: a referrer’s reward created after the conversion has months from the conversion, and is never given in the past',
    (_story, now, scheduledFor, givenAt) => {
      const reward = referrerReward(credit, START, 14, now)
      expect(reward).toMatchObject({ createdAt: now, scheduledFor, givenAt, expiresAt: day('2026-07-10') })
    },
  )
})

describe('a manual reward', () => {
  const later = addDays(START, 3)

  test.each([
    ['now', credit, null, null, { scheduledFor: null, givenAt: START, expiresAt: day('2026-07-10') }],
    [
      'on a day ahead',
      credit,
      later,
      null,
      { scheduledFor: later, givenAt: later, expiresAt: day('2026-07-13') },
    ],
    ['for a day that is past', credit, START - 1, null, { scheduledFor: null, givenAt: START }],
    ['until a day', credit, null, later, { givenAt: START, expiresAt: later }],
    ['until a day, without months', feature, null, later, { expiresAt: later }],
    ['for ever', percentForever, null, null, { expiresAt: null }],
  ])('a manual reward is given as asked: %s', (_story, spec, scheduledFor, expiresAt, expected) => {
    const manual = manualReward(spec, START, scheduledFor, expiresAt)
    expect(manual).toMatchObject({ source: 'MANUAL', spec, createdAt: START, redeemed: 0, ...expected })
    expect(statusOf(manual, START)).toBe(manual.scheduledFor === null ? 'AVAILABLE' : 'PENDING')
  })
})

test.each([
  [percent, 1250, '%'],
  [credit, 500, 'USD'],
  [time, 30, 'DAY'],
  [feature, 2, 'seats'],
])('the ledger counts by the amount and the unit of the reward: %o', (spec, amount, unit) => {
  expect([amountOf(spec), unitOf(spec)]).toEqual([amount, unit])
})

function bothStatuses({ referral }: Account, now: number) {
  return [statusOf(referral?.referred.reward, now), statusOf(referral?.referring.reward, now)]
}

function statusOf(reward: Reward | null | undefined, now: number) {
  return reward && statusesOf(reward, now)[0]
}
