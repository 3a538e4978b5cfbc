import { describe, expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { Command } from '../referrals/command.ts'
import { type Reward, type RewardSpec, statusesOf } from '../rewards/reward.ts'
import { approve, cancelled, code, deny, paid, pend, server, trial, user } from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'

const percent: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 }
const forever: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 10 }
const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500, monthsCreditIsValid: 6 }
const time: RewardSpec = { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 }
const feature: RewardSpec = { type: 'FEATURE', featureType: 'seats', quantity: 2 }

const percents = [percent, forever]
const others = [credit, time, feature]
const any = [...percents, ...others]
const PAID_AT = addDays(START, 10)

const newTenant = (spec: RewardSpec, program: Partial<Program> = {}) =>
  new TestTenant({ referredReward: spec, referrerReward: spec, ...program })

/** The commands for a referral on the days after its start; by default `paid` on day 10 and `cancelled` on day 20. */
type Step = readonly [day: number, command: Command]
const payment: Step = [10, paid]
const end: Step = [20, cancelled]

function tenantAfter(spec: RewardSpec, holdDays: number, steps: readonly Step[]): TestTenant {
  const tenant = newTenant(spec, { referrerHoldDays: holdDays })
  tenant.track(server(user('b'), code('ADA'), trial))
  for (const [day, command] of steps) {
    tenant.now = addDays(START, day)
    tenant.track(server(command))
  }
  return tenant
}

type Sides = readonly [friend: string, referrer: string]

test.each<readonly [string, readonly RewardSpec[], holdDays: number, Step[], taken: Sides, revived: Sides]>([
  ['a percentage before the conversion', percents, 0, [], ['CANCELLED', '–'], ['AVAILABLE', '–']],
  ['what waits for the conversion', others, 0, [], ['CANCELLED', '–'], ['PENDING', '–']],
  ['anything converted', any, 0, [payment], ['CANCELLED', 'CANCELLED'], ['AVAILABLE', 'AVAILABLE']],
  ['anything on hold', any, 60, [payment], ['CANCELLED', 'CANCELLED'], ['AVAILABLE', 'PENDING']],
  ['anything after its hold', any, 14, [payment], ['CANCELLED', 'CANCELLED'], ['AVAILABLE', 'AVAILABLE']],
  ['anything that ended in progress', any, 0, [end], ['CANCELLED', '–'], ['CANCELLED', '–']],
  [
    'a percentage that ended',
    percents,
    0,
    [payment, end],
    ['CANCELLED', 'CANCELLED'],
    ['CANCELLED', 'CANCELLED'],
  ],
  [
    'what was given before the end',
    others,
    0,
    [payment, end],
    ['CANCELLED', 'CANCELLED'],
    ['AVAILABLE', 'AVAILABLE'],
  ],
  [
    'what was on hold at the end',
    others,
    14,
    [payment, end],
    ['CANCELLED', 'CANCELLED'],
    ['AVAILABLE', 'CANCELLED'],
  ],
  [
    'what was given by the end',
    others,
    10,
    [payment, end],
    ['CANCELLED', 'CANCELLED'],
    ['AVAILABLE', 'AVAILABLE'],
  ],
])('an approval revives %s', (_story, specs, holdDays, steps, taken, revived) => {
  for (const spec of specs) {
    for (const refuse of [deny, pend]) {
      const tenant = tenantAfter(spec, holdDays, steps)
      for (const day of [30, 33]) {
        tenant.now = addDays(START, day)
        const before = statuses(tenant)
        tenant.track(server(refuse('referred')))
        expect(statuses(tenant)).toEqual([taken[0], before[1]])
        tenant.track(server(refuse('referrer')))
        expect(statuses(tenant)).toEqual(taken)
        tenant.now = addDays(START, day + 1)
        tenant.track(server(approve('referrer')))
        expect(statuses(tenant)).toEqual([taken[0], revived[1]])
        tenant.track(server(approve('referred')))
        expect(statuses(tenant)).toEqual(revived)
      }
    }
  }
})

const early: Step = [5, deny()]

test.each<readonly [string, readonly RewardSpec[], holdDays: number, steps: Step[], day: number, Sides]>([
  ['before the conversion', percents, 0, [early], 8, ['AVAILABLE', '–']],
  ['before the conversion', others, 0, [early], 8, ['PENDING', '–']],
  ['after the conversion', any, 0, [early, payment], 12, ['AVAILABLE', 'AVAILABLE']],
  ['during the hold', any, 14, [early, payment], 12, ['AVAILABLE', 'PENDING']],
  ['after the hold', any, 14, [early, payment], 25, ['AVAILABLE', 'AVAILABLE']],
  ['after its months', [percent, credit], 0, [early, payment], 400, ['EXPIRED', 'EXPIRED']],
  ['after the end', percents, 0, [early, payment, end], 30, ['CANCELLED', '–']],
  ['after the end', others, 0, [early, payment, end], 30, ['AVAILABLE', 'AVAILABLE']],
  ['after an end within the hold', others, 14, [early, payment, end], 30, ['AVAILABLE', '–']],
  [
    'after an end on the day of the hold’s',
    others,
    10,
    [early, payment, end],
    30,
    ['AVAILABLE', 'AVAILABLE'],
  ],
  ['after an end without conversion', any, 0, [early, end], 30, ['CANCELLED', '–']],
])(
  'a side that is denied in progress and approved %s has the right status: %o',
  (_story, specs, holdDays, steps, day, expected) => {
    for (const spec of specs) {
      const tenant = tenantAfter(spec, holdDays, [...steps, [day, approve()]])
      expect(statuses(tenant)).toEqual(expected)
    }
  },
)

describe('a reward that is approved late', () => {
  const denied = (spec: RewardSpec, holdDays = 0) =>
    tenantAfter(spec, holdDays, [early, payment, [30, approve()]]).referral()
  const now = addDays(START, 30)

  test('a reward that is approved late has its months from the conversion, and a credit counts from the approval', () => {
    const { referred, referring } = denied(credit)
    const expiresAt = Date.UTC(2026, 6, 20)
    expect(referred.reward).toMatchObject({ createdAt: START, givenAt: now, expiresAt })
    expect(referring.reward).toMatchObject({ createdAt: now, givenAt: now, expiresAt, scheduledFor: null })
  })

  test('a percentage of the friend that is approved late has counted since the attribution', () => {
    const { referred } = denied(percent)
    expect(referred.reward).toMatchObject({ givenAt: START, expiresAt: Date.UTC(2027, 0, 20) })
  })

  test('a reward that is approved late keeps the rest of its hold', () => {
    const due = addDays(PAID_AT, 60)
    expect(denied(credit, 60).referring.reward).toMatchObject({ scheduledFor: due, givenAt: due })
  })

  test('a reward that is approved late keeps the terms that it was given under', () => {
    const tenant = tenantAfter(credit, 0, [payment, [12, deny()]])
    tenant.program = { ...tenant.program, referredReward: percent, referrerReward: null }
    tenant.track(server(approve()))
    const { referred, referring } = tenant.referral()
    expect([referred.reward?.spec, referring.reward?.spec]).toEqual([credit, credit])
  })

  test('a late approval gives no reward where the program gives none', () => {
    const tenant = tenantAfter(credit, 0, [early, payment])
    tenant.program = { ...tenant.program, referrerReward: null }
    tenant.track(server(approve()))
    expect(tenant.referral().referring).toMatchObject({ moderation: { status: 'APPROVED' }, reward: null })
  })

  test('a late approval gives the reward at once to a friend that a rule denied', () => {
    const tenant = newTenant(percent)
    tenant.track({ ...server(user('ada', { email: 'a@example.com' })), accountId: tenant.account('ada').id })
    tenant.track(server(user('b', { email: 'a@example.com' }), code('ADA')))
    expect(tenant.referral().referred).toMatchObject({
      moderation: { status: 'DENIED', by: 'rule' },
      reward: null,
    })
    tenant.now = addDays(START, 3)
    expect(textOf(tenant.track(server(approve())))).toBe(
      'referral.moderated STAFF_APPROVED, reward.created MODERATION',
    )
    expect(tenant.referral().referred.reward).toMatchObject({ givenAt: tenant.now, expiresAt: null })
  })
})

describe('the outcomes of a decision', () => {
  const MODERATED = { deny: 'referral.moderated STAFF_DENIED', pend: 'referral.moderated STAFF_PENDED' }
  const APPROVED = 'referral.moderated STAFF_APPROVED'

  test('a decision about both sides has its outcomes, back and forth', () => {
    const tenant = tenantAfter(credit, 0, [payment])
    const track = (command: Command) => textOf(tenant.track(server(command)))
    expect(track(deny())).toBe(`${MODERATED.deny}, reward.cancelled MODERATION, reward.cancelled MODERATION`)
    expect(track(pend())).toBe(MODERATED.pend)
    expect(track(approve('referrer'))).toBe(`${APPROVED}, reward.restored MODERATION`)
    expect(track(approve())).toBe(`${APPROVED}, reward.restored MODERATION`)
    expect(track(approve())).toBe('')
  })

  test('a decision names the owner of a reward', () => {
    const tenant = tenantAfter(credit, 0, [payment])
    const decision = tenant.track(server(deny()))
    const outcomes = decision.kind === 'accepted' ? decision.outcomes : []
    expect(outcomes.map((it) => it.account)).toEqual(['key of bob', 'key of bob', 'key of ada'])
    expect(outcomes.map((it) => it.rewardId)).toEqual([
      undefined,
      'friend reward of key of bob',
      'referrer reward of key of bob',
    ])
  })

  test.each([deny, pend, approve])('the same decision again changes nothing: %o', (decide) => {
    const tenant = tenantAfter(credit, 0, [payment, [12, decide()]])
    const before = tenant.account()
    tenant.now = addDays(START, 13)
    for (const command of [decide(), decide('referred'), decide('referrer')]) {
      expect(textOf(tenant.track(server(command)))).toBe('')
      expect(tenant.account()).toBe(before)
    }
  })

  test('a decision has no outcome for an account that was not referred', () => {
    const tenant = new TestTenant()
    expect(textOf(tenant.track(server(deny())))).toBe('')
    expect(tenant.account().referral).toBeNull()
  })
})

describe('a decision made by hand', () => {
  const email = { email: 'a@example.com' }

  test.each([
    ['approved', approve, ['AVAILABLE', 'AVAILABLE']],
    ['put off', pend, ['CANCELLED', '–']],
  ] as const)('a decision made by hand stands against every rule: %s', (_story, decide, expected) => {
    const tenant = tenantAfter(percent, 0, [[1, decide()]])
    tenant.track({ ...server(user('ada', email)), accountId: tenant.account('ada').id })
    const text = textOf(tenant.track(server(user('b', email), paid)))
    expect(text).toContain('referral.flagged SAME_EMAIL')
    expect(text).not.toContain('referral.moderated')
    expect(tenant.referral().referring.moderation.by).toBe('staff')
    expect(statuses(tenant)).toEqual(expected)
  })

  test('a decision made by hand leaves the other side to the rules', () => {
    const tenant = tenantAfter(percent, 0, [[1, approve('referred')]])
    tenant.track({ ...server(user('ada', email)), accountId: tenant.account('ada').id })
    tenant.track(server(user('b', email), paid))
    expect(statuses(tenant)).toEqual(['AVAILABLE', '–'])
  })
})

describe('the limits of a decision', () => {
  test.each([
    ['what is redeemed', { redeemed: 500, redeemedAt: PAID_AT }, 'REDEEMED', 'REDEEMED'],
    ['what is partly redeemed: only the rest', { redeemed: 200 }, 'CANCELLED', 'AVAILABLE'],
    ['what expired', { expiresAt: addDays(PAID_AT, 1) }, 'EXPIRED', 'EXPIRED'],
  ] as const)('a decision does not touch %s', (_story, changes, denied, approved) => {
    const tenant = tenantAfter(credit, 0, [payment])
    change(tenant, changes)
    tenant.now = addDays(START, 12)
    tenant.track(server(deny()))
    expect(statuses(tenant)[1]).toBe(denied)
    tenant.track(server(approve()))
    expect(statuses(tenant)[1]).toBe(approved)
    expect(tenant.referral().referring.reward).toMatchObject(changes)
  })

  test('a reward that was taken back while its side was approved stays so when the approval is confirmed', () => {
    const tenant = tenantAfter(credit, 0, [payment])
    change(tenant, { cancelledAt: PAID_AT })
    expect(textOf(tenant.track(server(approve())))).toBe('referral.moderated STAFF_APPROVED')
    expect(statuses(tenant)).toEqual(['AVAILABLE', 'CANCELLED'])
  })
})

test('the last of several decisions in one list stands, as if they had come one by one', () => {
  const decisions = [deny(), approve(), pend('referrer'), deny('referred'), approve('referred')]
  const together = tenantAfter(credit, 0, [payment])
  const alone = tenantAfter(credit, 0, [payment])
  together.trackAll(decisions.map((it) => server(it)))
  for (const it of decisions) alone.track(server(it))
  expect(together.referral()).toEqual(alone.referral())
  expect(statuses(together)).toEqual(['AVAILABLE', 'CANCELLED'])
})

function change(tenant: TestTenant, changes: Partial<Reward>): void {
  const { referring } = tenant.referral()
  if (referring.reward === null) throw new Error('reward of the referrer not found')
  tenant.change('bob', { referring: { ...referring, reward: { ...referring.reward, ...changes } } })
}

function statuses(tenant: TestTenant): Sides {
  const { referred, referring } = tenant.referral()
  return [statusOf(referred.reward, tenant.now), statusOf(referring.reward, tenant.now)]
}

function statusOf(reward: Reward | null, now: number): string {
  return reward === null ? '–' : statusesOf(reward, now)[0]
}
