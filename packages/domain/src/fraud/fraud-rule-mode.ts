/** The mode of a rule: off, recorded with its would-be effect, or with effect. */
export const fraudRuleModes = ['off', 'shadow', 'active'] as const
export type FraudRuleMode = (typeof fraudRuleModes)[number]
