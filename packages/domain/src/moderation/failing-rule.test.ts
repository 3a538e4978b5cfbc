import { describe, expect, test } from 'vitest'
import { type FraudRules, fraudRules } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import { code, serverOf, user } from '../testing/calls.ts'
import { rulesOff, TestTenant, textOf } from '../testing/test-tenant.ts'
import { track } from '../tracking/tracking.ts'

describe('a rule that fails to run', () => {
  const broken: FraudRules = {
    ...fraudRules,
    SAME_EMAIL: {
      ...fraudRules.SAME_EMAIL,
      matches: () => {
        throw new Error('a list is missing')
      },
    },
  }
  const attributed = (mode: FraudRuleMode) => {
    const tenant = new TestTenant({ fraudRules: { ...rulesOff, SAME_EMAIL: mode } })
    return {
      tenant,
      tracking: track({ ...tenant.state(), rules: broken }, [serverOf('bob', user('b1'), code('ADA'))]),
    }
  }

  test('a rule that fails to run holds the referrer’s side, and the friend goes on', () => {
    const { tracking, tenant } = attributed('active')
    const [bob] = [...tracking.accounts.values()].filter((it) => it.referral !== null)
    expect(bob?.referral?.signals).toEqual([
      { rule: 'SAME_EMAIL', shadow: false, failed: true, at: tenant.now },
    ])
    expect(bob?.referral?.referring.moderation).toEqual({
      status: 'PENDING',
      by: 'rule',
      decidedAt: expect.any(Number),
      decidedAs: 'RULE_FAILED',
    })
    expect(bob?.referral?.referred.moderation.status).toBe('APPROVED')
    expect(bob?.referral?.referred.reward).not.toBeNull()
    expect(tracking.decisions.map(textOf)).toEqual([
      expect.stringContaining('referral.flagged RULE_FAILED, referral.moderated RULE_FAILED'),
    ])
  })

  test('a rule that fails to run only signals in shadow', () => {
    const { tracking, tenant } = attributed('shadow')
    const [bob] = [...tracking.accounts.values()].filter((it) => it.referral !== null)
    expect(bob?.referral?.signals).toEqual([
      { rule: 'SAME_EMAIL', shadow: true, failed: true, at: tenant.now },
    ])
    expect(bob?.referral?.referring.moderation.status).toBe('APPROVED')
  })

  test('a rule that failed to run speaks again when it runs and matches', () => {
    const { tracking, tenant } = attributed('active')
    const emails = [
      serverOf('ada', user('ada', { email: 'x@y' })),
      serverOf('bob', user('b1', { email: 'x@y' })),
    ]
    const later = track({ ...tenant.state(), accounts: tracking.accounts }, emails)
    const bob = [...later.accounts.values()].find((it) => it.referral !== null)
    expect(bob?.referral?.signals).toHaveLength(2)
    expect(bob?.referral?.referred.moderation).toMatchObject({ status: 'DENIED', by: 'rule' })
  })
})
