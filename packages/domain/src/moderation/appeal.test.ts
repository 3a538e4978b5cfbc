import { expect, test } from 'vitest'
import { approve, code, deny, pend, server, trial, user } from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'

const appeal = { kind: 'appeal' } as const

test('a referrer says something about a referral that is checked, once, and it decides nothing', () => {
  const tenant = new TestTenant()
  tenant.track(server(user('b'), code('ADA'), trial, pend()))
  const before = tenant.referral()
  tenant.now = START + 1000
  expect(textOf(tenant.track(server(appeal)))).toBe('referral.appealed APPEALED')
  expect(tenant.referral()).toEqual({ ...before, appealedAt: START + 1000 })
  expect(textOf(tenant.track(server(appeal)))).toBe('')
})

test('there is nothing to say about a referral that is decided, and none about an account without one', () => {
  for (const decision of [approve(), deny()]) {
    const tenant = new TestTenant()
    expect(textOf(tenant.track(server(appeal)))).toBe('')
    tenant.track(server(user('b'), code('ADA'), trial, decision))
    expect(textOf(tenant.track(server(appeal)))).toBe('')
  }
})
