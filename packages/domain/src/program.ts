import type { FraudRuleMode, FraudRuleName } from './fraud.ts'
import type { Currency } from './money.ts'
import type { RewardSpec } from './reward.ts'

/** What of a program decides tracking: who earns what, when, and which fraud rules count. */
export type Program = {
  readonly active: boolean
  readonly currency: Currency
  readonly referredReward: RewardSpec | null
  readonly referrerReward: RewardSpec | null
  /** Days between a conversion and the moment the referrer's reward is given. */
  readonly referrerHoldDays: number
  /** How many rewards a referrer can have at most, taken back ones not counted; null for no limit. */
  readonly maxReferrerRewards: number | null
  readonly requireSignedIdentification: boolean
  readonly fraudRules: Readonly<Record<FraudRuleName, FraudRuleMode>>
}
