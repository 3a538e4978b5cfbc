import { expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { Command } from '../referrals/command.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { approve, browser, code, deny, paid, pend, server, serverOf, trial, user } from '../testing/calls.ts'
import { ruleModes, START, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'
import { decidedByItselfAt, reviewSince, waitsSince } from './review-period.ts'

const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500 }
const endReview = { kind: 'endReview' } as const
const held = { kind: 'observe', facts: { sharedCards: 1 } } as const

/** A tenant in which Ada has referred Bob, with one active rule about facts. */
function referred(program: Partial<Program> = {}, ...commands: readonly Command[]) {
  const tenant = new TestTenant({
    referredReward: credit,
    referrerReward: credit,
    fraudRules: ruleModes((rule) => (rule === 'SAME_CARD' ? 'active' : 'off')),
    reviewDays: 14,
    reviewEnds: 'APPROVE',
    ...program,
  })
  tenant.track(server(user('b'), code('ADA'), trial, ...commands))
  return tenant
}

function after(tenant: TestTenant, days: number): string {
  tenant.now = addDays(START, days)
  return textOf(tenant.track(server(endReview)))
}

const sides = (tenant: TestTenant) => {
  const { referred: friend, referring } = tenant.referral()
  return [friend, referring].map(({ moderation, reward }) => [
    moderation.status,
    moderation.by,
    reward !== null && reward.cancelledAt === null,
  ])
}

test('a side that a rule holds is approved by itself at the end of the review period, and not before', () => {
  const tenant = referred({}, held, paid)
  expect(sides(tenant)).toEqual([
    ['PENDING', 'rule', false],
    ['PENDING', 'rule', false],
  ])
  expect(decidedByItselfAt(reviewSince(tenant.referral()), tenant.program)).toBe(addDays(START, 14))
  tenant.now = addDays(START, 14) - 1
  expect(textOf(tenant.track(server(endReview)))).toBe('')
  expect(after(tenant, 14)).toBe(
    'referral.moderated REVIEW_ENDED, reward.restored MODERATION, reward.created MODERATION',
  )
  expect(sides(tenant)).toEqual([
    ['APPROVED', 'program', true],
    ['APPROVED', 'program', true],
  ])
  expect(reviewSince(tenant.referral())).toBeNull()
  expect(after(tenant, 30)).toBe('')
})

test('a side that the block of its referrer holds waits for the end of the block, not for staff', () => {
  const referral = referred().referral()
  const held = { status: 'PENDING', decidedAt: START } as const
  expect(waitsSince(referral, { ...held, by: 'rule' })).toBe(START)
  expect(waitsSince(referral, { ...held, by: 'block' })).toBeNull()
})

test('each side has a period of its own, which begins with the latest hold', () => {
  const tenant = referred({}, pend('referred'))
  tenant.now = addDays(START, 5)
  tenant.track(server(pend('referrer')))
  expect(reviewSince(tenant.referral())).toBe(START)
  after(tenant, 14)
  expect(sides(tenant).map(([status]) => status)).toEqual(['APPROVED', 'PENDING'])
  expect(reviewSince(tenant.referral())).toBe(addDays(START, 5))
  after(tenant, 19)
  expect(sides(tenant).map(([status]) => status)).toEqual(['APPROVED', 'APPROVED'])
})

test('a program without a period, and one that keeps what waits, decide nothing', () => {
  for (const program of [{ reviewDays: null }, { reviewEnds: 'KEEP' }] as const) {
    const tenant = referred(program, held)
    expect(after(tenant, 365)).not.toContain('moderated')
    expect(decidedByItselfAt(reviewSince(tenant.referral()), tenant.program)).toBeNull()
  }
})

test('a denied side and one that staff approved stay as they are', () => {
  for (const decision of [deny(), approve()]) {
    const tenant = referred({}, held, decision)
    expect(reviewSince(tenant.referral())).toBeNull()
    expect(after(tenant, 365)).toBe('')
  }
})

test('what waits for a confirmation, another payment or the end of a block is not approved by time', () => {
  const ofPage = new TestTenant({
    reviewDays: 1,
    reviewEnds: 'APPROVE',
    unsignedConversions: { mode: 'hold', limit: 0 },
  })
  ofPage.track(browser(user('b'), code('ADA'), paid))
  expect(ofPage.referral().referring.moderation.decidedAs).toBe('UNSIGNED_CONVERSION')
  expect(reviewSince(ofPage.referral())).toBeNull()
  expect(after(ofPage, 10)).toBe('')

  const reversed = referred({}, paid)
  reversed.track(server({ kind: 'reverseFirstPayment', reason: 'FIRST_PAYMENT_REFUNDED' }))
  expect(reversed.referral().referring.moderation.status).toBe('PENDING')
  expect(after(reversed, 365)).toBe('')
  // A rule that holds it as well does not make the payment good.
  reversed.track(server(held))
  expect(after(reversed, 730)).toBe('')

  const blocked = referred({}, held)
  blocked.track(serverOf('ada', { kind: 'block', reason: null }))
  expect(after(blocked, 365)).toBe('')
  blocked.track(serverOf('ada', { kind: 'unblock' }))
  expect(after(blocked, 366)).toContain('REVIEW_ENDED')
})

test('approval by time confirms nothing that only pages said', () => {
  const tenant = new TestTenant({ reviewDays: 7, reviewEnds: 'APPROVE' })
  tenant.track(server(user('b'), code('ADA'), trial))
  tenant.track(browser(user('b'), paid))
  tenant.track(server(pend('referred')))
  expect(tenant.referral().unconfirmedAt).toBe(START)
  expect(after(tenant, 7)).toContain('REVIEW_ENDED')
  expect(tenant.referral().unconfirmedAt).toBe(START)
})

test('a program that keeps what waits reminds staff at the end of the review period, once for each hold', () => {
  const tenant = referred({ reviewEnds: 'KEEP' }, held, paid)
  tenant.now = addDays(START, 14) - 1
  expect(textOf(tenant.track(server(endReview)))).toBe('')
  expect(after(tenant, 14)).toBe('referral.overdue REVIEW_OVERDUE')
  expect(after(tenant, 40)).toBe('')
  tenant.track(server(approve()))
  tenant.track(server(pend()))
  expect(after(tenant, 53)).toBe('')
  expect(after(tenant, 54)).toBe('referral.overdue REVIEW_OVERDUE')
  expect(sides(tenant).map(([status]) => status)).toEqual(['PENDING', 'PENDING'])
})
