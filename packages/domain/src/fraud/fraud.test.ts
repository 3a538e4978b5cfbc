import { describe, expect, test } from 'vitest'
import type { Moderation } from '../referrals/account.ts'
import { noIdentifiers } from '../referrals/evidence.ts'
import { browser, cancelled, code, paid, server, serverOf, trial, user } from '../testing/calls.ts'
import { allAre, evidence, tenantWith, unsigned } from '../testing/fraud-evidence.ts'
import { rulesOff, type TestTenant, textOf } from '../testing/test-tenant.ts'
import {
  type Evidence,
  type FraudRuleName,
  fraudRules,
  type Identifiers,
  identityRuleNames,
  screenIdentity,
} from './fraud.ts'
import type { FraudRuleMode } from './fraud-rule-mode.ts'

test.each<readonly [what: string, evidence: Evidence, rules: readonly FraudRuleName[]]>([
  ['nothing known', { friend: noIdentifiers, referrer: noIdentifiers }, []],
  ['a common customer', both({ providerIds: ['c1'] }), ['SAME_PROCESSOR_CUSTOMER']],
  ['a common e-mail', both({ emailKeys: ['a@b'] }), ['SAME_EMAIL']],
  ['a common user id', both({ userIds: ['a'] }), ['SAME_USER_ID']],
  ['all in common', both({ providerIds: ['c1'], emailKeys: ['a@b'], userIds: ['a'] }), identityRuleNames],
  [
    'nothing in common, though the values are the same',
    { friend: { ...noIdentifiers, emailKeys: ['a'] }, referrer: { ...noIdentifiers, userIds: ['a'] } },
    [],
  ],
  [
    'one of many in common',
    {
      friend: { ...noIdentifiers, emailKeys: ['a', 'b'] },
      referrer: { ...noIdentifiers, emailKeys: ['c', 'b'] },
    },
    ['SAME_EMAIL'],
  ],
])('the rules compare what both sides have: %s', (_what, evidence, rules) => {
  expect(screenIdentity(evidence, settings('active'), fraudRules)).toEqual(
    rules.map((rule) => ({ rule, shadow: false })),
  )
  expect(screenIdentity(evidence, settings('shadow'), fraudRules)).toEqual(
    rules.map((rule) => ({ rule, shadow: true })),
  )
  expect(screenIdentity(evidence, settings('off'), fraudRules)).toEqual([])
})

test('a tenant begins with the same customer and the same e-mail address active, and the same user ID in shadow', () => {
  expect(identityRuleNames.map((rule) => [rule, fraudRules[rule].startsAs])).toEqual([
    ['SAME_PROCESSOR_CUSTOMER', 'active'],
    ['SAME_EMAIL', 'active'],
    ['SAME_USER_ID', 'shadow'],
  ])
})

const settings = (mode: FraudRuleMode) => ({ fraudRules: allAre(mode), fraudThresholds: {} })

const DENIED: Moderation = { status: 'DENIED', by: 'rule' }
const APPROVED: Moderation = { status: 'APPROVED', by: 'program' }
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'

describe.each(identityRuleNames)('the rule %s', (rule) => {
  const [referrer, friend] = evidence[rule]
  const FLAGGED = `referral.flagged ${rule}`
  const DENIES = `${FLAGGED}, referral.moderated ${rule}`
  const CANCELS = `${DENIES}, reward.cancelled MODERATION`

  test('an active rule denies both sides at the attribution, and neither is ever rewarded', () => {
    const tenant = tenantWith(rule, 'active', referrer)
    const call = browser(...unsigned(friend).commands, code('ADA'))
    expect(textOf(tenant.track(call))).toBe(
      `user.created IDENTIFIED, referral.started EXPLICIT_CODE, ${DENIES}`,
    )
    expect(textOf(tenant.track(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: false }],
      referred: { moderation: DENIED, reward: null },
      referring: { moderation: DENIED, reward: null },
    })
  })

  test('an active rule that matches when the friend becomes known cancels the friend’s reward', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    expect(textOf(tenant.track(friend))).toBe(`user.created IDENTIFIED, ${CANCELS}`)
    expect(tenant.referral().referred).toMatchObject({
      moderation: DENIED,
      reward: { cancelledAt: tenant.now },
    })
    expect(textOf(tenant.track(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(tenant.referral().referring.reward).toBeNull()
  })

  test('an active rule that matches by a later unsigned call holds the referrer’s side, and the friend goes on', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    expect(textOf(tenant.track(unsigned(friend)))).toBe(`user.created IDENTIFIED, ${DENIES}`)
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: false, unsigned: true }],
      referred: { moderation: APPROVED, reward: { cancelledAt: null } },
      referring: { moderation: { status: 'PENDING', by: 'rule' } },
    })
    // A later trusted call about something else does not change that.
    tenant.track(server(user('c', { email: 'c@example.com' })))
    tenant.track(serverOf('ada', user('d', { email: 'd@example.com' })))
    expect(textOf(tenant.track(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(tenant.referral().referred).toMatchObject({ moderation: APPROVED, reward: { cancelledAt: null } })
  })

  test('an active rule denies nothing by what an unsigned call said before the referral started', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(trial), unsigned(friend))
    expect(textOf(tenant.track(server(code('ADA'))))).toContain(DENIES)
    expect(tenant.referral()).toMatchObject({
      referred: { moderation: APPROVED },
      referring: { moderation: { status: 'PENDING', by: 'rule' } },
    })
  })

  test('an active rule that matches when the friend becomes known to a payment that waits denies before it converts', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA'), paid))
    expect(textOf(tenant.track(friend))).toBe(
      `user.created IDENTIFIED, ${CANCELS}, referral.converted FIRST_PAYMENT`,
    )
  })

  test('a rule in shadow is recorded, without effect', () => {
    const tenant = tenantWith(rule, 'shadow', referrer, server(code('ADA')))
    expect(textOf(tenant.track(friend))).toBe(`user.created IDENTIFIED, ${FLAGGED}`)
    expect(textOf(tenant.track(server(paid)))).toBe(CONVERTED)
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: true }],
      referred: { moderation: APPROVED },
      referring: { moderation: APPROVED },
    })
  })

  test('a rule in shadow that becomes active speaks again, with effect, and only once', () => {
    const tenant = tenantWith(rule, 'shadow', referrer, friend, server(code('ADA')))
    expect(textOf(tenant.track(server(user('c'))))).toBe('user.created IDENTIFIED')
    tenant.program = { ...tenant.program, fraudRules: { ...rulesOff, [rule]: 'active' } }
    // The signature is not stored for a claimed customer and a page's user.
    const effect = rule === 'SAME_PROCESSOR_CUSTOMER' ? DENIES : CANCELS
    expect(textOf(tenant.track(server(paid)))).toBe(`${effect}, referral.converted FIRST_PAYMENT`)
    expect(textOf(tenant.track(server(user('d'))))).toBe('user.created IDENTIFIED')
  })

  test('a rule that is off sees nothing', () => {
    const tenant = tenantWith(rule, 'off', referrer, friend, server(code('ADA'), paid))
    expect(tenant.referral()).toMatchObject({ signals: [], convertedAt: tenant.now })
  })

  test('a rule only signals after the conversion', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(user('c'), code('ADA'), paid))
    expect(textOf(tenant.track(friend))).toBe(`user.created IDENTIFIED, ${FLAGGED}`)
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: false }],
      referred: { moderation: APPROVED, reward: { cancelledAt: null } },
      referring: { moderation: APPROVED, reward: { cancelledAt: null } },
    })
  })

  test('a rule rests after the end', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA'), cancelled))
    expect(textOf(tenant.track(friend))).toBe('user.created IDENTIFIED')
    expect(tenant.referral().signals).toEqual([])
  })

  test('a side that staff approved stays approved', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    decideByStaff(tenant, 'APPROVED')
    expect(textOf(tenant.track(friend))).toBe(`user.created IDENTIFIED, ${FLAGGED}`)
    expect(textOf(tenant.track(server(paid)))).toBe(CONVERTED)
  })

  test('a side that staff did not decide is denied beside one that they did', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    tenant.change('bob', {
      referring: { ...tenant.referral().referring, moderation: { status: 'APPROVED', by: 'staff' } },
    })
    expect(textOf(tenant.track(friend))).toBe(`user.created IDENTIFIED, ${CANCELS}`)
    expect(tenant.referral()).toMatchObject({
      referred: { moderation: DENIED },
      referring: { moderation: { status: 'APPROVED', by: 'staff' } },
    })
  })
})

function decideByStaff(tenant: TestTenant, status: Moderation['status']): void {
  const { referred, referring } = tenant.referral()
  const moderation: Moderation = { status, by: 'staff' }
  tenant.change('bob', { referred: { ...referred, moderation }, referring: { ...referring, moderation } })
}

function both(identifiers: Partial<Identifiers>): Evidence {
  return { friend: { ...noIdentifiers, ...identifiers }, referrer: { ...noIdentifiers, ...identifiers } }
}
