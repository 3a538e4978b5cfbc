import { describe, expect, test } from 'vitest'
import type { FraudRuleName } from '../fraud/fraud.ts'
import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import type { Call } from '../referrals/command.ts'
import { cancelled, code, paid, server, serverOf, user } from '../testing/calls.ts'
import { rulesOff, TestTenant, textOf } from '../testing/test-tenant.ts'

const HELD = 'referral.moderated'

function tenantWith(rule: FraudRuleName, mode: FraudRuleMode = 'active'): TestTenant {
  return new TestTenant({ fraudRules: { ...rulesOff, [rule]: mode } })
}

function observe(facts: FraudFacts): Call {
  return server({ kind: 'observe', facts })
}

function sidesOf(tenant: TestTenant) {
  const referral = tenant.account('bob').referral
  return {
    friend: referral?.referred.moderation.status,
    referrer: referral?.referring.moderation.status,
    isFriendRewarded: referral?.referred.reward?.cancelledAt === null,
    isReferrerRewarded: referral?.referring.reward?.cancelledAt === null,
  }
}

describe('facts of a referral in progress', () => {
  test('facts hold the referrer’s side alone, and the friend keeps the discount', () => {
    const tenant = tenantWith('REFERRAL_RING')
    tenant.track(server(user('b'), code('ADA')))
    expect(textOf(tenant.track(observe({ ringLength: 3 })))).toBe(
      'referral.flagged REFERRAL_RING, referral.moderated REFERRAL_RING',
    )
    expect(sidesOf(tenant)).toEqual({
      friend: 'APPROVED',
      referrer: 'PENDING',
      isFriendRewarded: true,
      isReferrerRewarded: false,
    })
    expect(textOf(tenant.track(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(sidesOf(tenant).isReferrerRewarded).toBe(false)
  })

  test('a shared card holds both sides, and takes the friend’s discount back', () => {
    const tenant = tenantWith('SAME_CARD')
    tenant.track(server(user('b'), code('ADA')))
    expect(textOf(tenant.track(observe({ sharedCards: 1 })))).toBe(
      'referral.flagged SAME_CARD, referral.moderated SAME_CARD, reward.cancelled MODERATION',
    )
    expect(sidesOf(tenant)).toEqual({
      friend: 'PENDING',
      referrer: 'PENDING',
      isFriendRewarded: false,
      isReferrerRewarded: false,
    })
  })

  test('facts come to nothing but a signal in shadow, and count as soon as the rule is active', () => {
    const tenant = tenantWith('SAME_CARD', 'shadow')
    tenant.track(server(user('b'), code('ADA')))
    expect(textOf(tenant.track(observe({ sharedCards: 1 })))).toBe('referral.flagged SAME_CARD')
    expect(sidesOf(tenant).referrer).toBe('APPROVED')
    tenant.program = { ...tenant.program, fraudRules: { ...rulesOff, SAME_CARD: 'active' } }
    expect(textOf(tenant.track(server(paid)))).toContain(`${HELD} SAME_CARD`)
  })

  test('facts are kept, and a second look says nothing new', () => {
    const tenant = tenantWith('REFERRAL_RING')
    tenant.track(server(user('b'), code('ADA')))
    tenant.track(observe({ ringLength: 3 }))
    expect(textOf(tenant.track(observe({ ringLength: 2 })))).toBe('')
    expect(tenant.account('bob').referral?.facts).toEqual({ ringLength: 3 })
  })
})

describe('facts of a converted referral', () => {
  test('facts hold a side only by rules that do so late, and take back what is not redeemed', () => {
    const late = tenantWith('PAYMENT_DISPUTED')
    late.track(server(user('b'), code('ADA'), paid))
    expect(textOf(late.track(observe({ disputes: 1 })))).toBe(
      'referral.flagged PAYMENT_DISPUTED, referral.moderated PAYMENT_DISPUTED, reward.cancelled MODERATION',
    )
    const early = tenantWith('DISPOSABLE_EMAIL')
    early.track(server(user('b'), code('ADA'), paid))
    expect(textOf(early.track(observe({ disposableEmail: 1, mailListVersion: 1 })))).toBe(
      'referral.flagged DISPOSABLE_EMAIL',
    )
    expect(sidesOf(early).isReferrerRewarded).toBe(true)
  })

  test('facts leave a decision of staff, and an approval gives the reward once', () => {
    const tenant = tenantWith('PAYMENT_DISPUTED')
    tenant.track(server(user('b'), code('ADA'), paid))
    tenant.track(observe({ disputes: 1 }))
    const approved = tenant.track(server({ kind: 'moderate', status: 'APPROVED', side: 'referrer' }))
    expect(textOf(approved)).toBe('referral.moderated STAFF_APPROVED, reward.restored MODERATION')
    expect(textOf(tenant.track(observe({ disputes: 2 })))).toBe('')
    expect(sidesOf(tenant)).toMatchObject({ referrer: 'APPROVED', isReferrerRewarded: true })
  })

  test('an end within the referrer’s hold signals, and an end after it does not', () => {
    const leaving = (afterDays: number) => {
      const tenant = new TestTenant({
        fraudRules: { ...rulesOff, LEFT_EARLY: 'active' },
        referrerHoldDays: 10,
      })
      tenant.track(server(user('b'), code('ADA'), paid))
      tenant.now += afterDays * 86_400_000
      return textOf(tenant.track(server(cancelled)))
    }
    expect(leaving(3)).toContain('referral.flagged LEFT_EARLY')
    expect(leaving(10)).not.toContain('LEFT_EARLY')
  })
})

test('a confirmation of what only pages said does not release a side that a rule about facts holds', () => {
  const tenant = new TestTenant({
    fraudRules: { ...rulesOff, REFERRAL_RING: 'active' },
    unsignedConversions: { mode: 'hold', limit: 0 },
  })
  tenant.track({ accountId: 'bob' as never, source: 'browser', commands: [user('b'), code('ADA')] })
  tenant.track({ accountId: 'bob' as never, source: 'browser', commands: [user('b'), paid] })
  expect(sidesOf(tenant).referrer).toBe('PENDING')
  tenant.track(observe({ ringLength: 2 }))
  tenant.track(serverOf('bob', paid))
  tenant.track(serverOf('bob', user('b')))
  expect(sidesOf(tenant)).toMatchObject({ referrer: 'PENDING', isReferrerRewarded: false })
})

test('a dispute that is won gives the side back, though a rule about facts saw it, and not one that another rule holds', () => {
  const lived = (facts: FraudFacts) => {
    const tenant = new TestTenant({
      fraudRules: { ...rulesOff, PAYMENT_DISPUTED: 'active', SAME_CARD: 'active' },
    })
    tenant.track(server(user('b'), code('ADA'), paid))
    tenant.track(server({ kind: 'reverseFirstPayment', reason: 'FIRST_PAYMENT_DISPUTED' }))
    tenant.track(observe(facts))
    tenant.track(server({ kind: 'restoreFirstPayment', reason: 'DISPUTE_WON' }))
    return sidesOf(tenant).referrer
  }
  expect(lived({ disputes: 1 })).toBe('APPROVED')
  expect(lived({ sharedCards: 1 })).toBe('PENDING')
})

test('a side that only disputes hold is approved when they are won, once, and held again by another one', () => {
  const tenant = new TestTenant({
    fraudRules: { ...rulesOff, PAYMENT_DISPUTED: 'active', SAME_CARD: 'active' },
  })
  const won = () => textOf(tenant.track(server({ kind: 'restoreFirstPayment', reason: 'DISPUTE_WON' })))
  tenant.track(server(user('b'), code('ADA'), paid))
  tenant.track(observe({ disputes: 1 }))
  expect(won()).toBe('referral.moderated DISPUTE_WON, reward.restored DISPUTE_WON')
  expect(won()).toBe('')
  expect(textOf(tenant.track(observe({ disputes: 1 })))).toBe(
    'referral.moderated PAYMENT_DISPUTED, reward.cancelled MODERATION',
  )
  expect(textOf(tenant.track(observe({ disputes: 1 })))).toBe('')
  // What another rule has found meanwhile is left to staff.
  tenant.track(observe({ sharedCards: 1 }))
  expect(won()).toBe('')
  expect(sidesOf(tenant)).toMatchObject({ referrer: 'PENDING', isReferrerRewarded: false })
})
