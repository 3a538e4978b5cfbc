/** How a rule counts: not at all, recorded with what it would have done, or with effect. */
export const fraudRuleModes = ['off', 'shadow', 'active'] as const
export type FraudRuleMode = (typeof fraudRuleModes)[number]
