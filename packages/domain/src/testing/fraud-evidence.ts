import type { FraudRuleName, IdentityRuleName } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import type { Program } from '../program/program.ts'
import type { Call, Command } from '../referrals/command.ts'
import { browser, browserOf, customer, serverOf, user, verified } from './calls.ts'
import { ruleModes, rulesOff, TestTenant } from './test-tenant.ts'

/** The calls of the referrer and of the friend that make each rule about identity match. */
export const evidence: Readonly<Record<IdentityRuleName, readonly [referrer: Call, friend: Call]>> = {
  SAME_PROCESSOR_CUSTOMER: [
    serverOf('ada', customer('c1')),
    browser(verified(user('b')), verified(customer('c1'))),
  ],
  SAME_EMAIL: [
    serverOf('ada', user('ada', { email: 'ada.l@gmail.com' })),
    browser(verified(user('b', { email: 'AdaL+x@googlemail.com' }))),
  ],
  SAME_USER_ID: [serverOf('ada', user('ada')), browser(verified(user('ada')))],
}

/** The call without the merchant's signature. */
export function unsigned({ accountId, commands }: Call): Call {
  return browserOf(
    accountId,
    ...commands.map(
      (it) => (it.kind === 'identify' || it.kind === 'bind' ? { ...it, verified: undefined } : it) as Command,
    ),
  )
}

export function tenantWith(rule: FraudRuleName, mode: FraudRuleMode, ...calls: readonly Call[]): TestTenant {
  const tenant = new TestTenant({ fraudRules: { ...rulesOff, [rule]: mode } })
  for (const call of calls) tenant.track(call)
  return tenant
}

export function allAre(mode: FraudRuleMode): Program['fraudRules'] {
  return ruleModes(() => mode)
}
