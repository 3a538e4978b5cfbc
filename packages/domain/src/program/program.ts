import type { FraudRuleName } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import type { ThresholdSettings } from '../fraud/history-rules.ts'
import type { UsualFacts } from '../fraud/usual-limits.ts'
import type { Milestone, RewardSpec } from '../rewards/reward.ts'
import type { Currency } from '../values/money.ts'

/** The settings of a program that tracking reads: rewards, their conditions, and fraud rules. */
export type Program = {
  readonly active: boolean
  readonly currency: Currency
  readonly referredReward: RewardSpec | null
  readonly referrerReward: RewardSpec | null
  /** Days between a conversion and the moment the referrer's reward is given. */
  readonly referrerHoldDays: number
  /** How many rewards a referrer can have at most, taken back ones not counted; null for no limit. */
  readonly maxReferrerRewards: number | null
  /** Further rewards of a referrer by the number of friends, ascending. */
  readonly milestones: readonly Milestone[]
  readonly requireSignedIdentification: boolean
  /** The payment processor is connected: its payments convert, and those that browsers report do not. */
  readonly isProcessorConnected: boolean
  readonly unsignedConversions: UnsignedConversions
  readonly fraudRules: Readonly<Record<FraudRuleName, FraudRuleMode>>
  /** Thresholds of fraud rules that the program has set. */
  readonly fraudThresholds: ThresholdSettings
  /** The days that a held side waits for staff; null for as long as they take. */
  readonly reviewDays: number | null
  readonly reviewEnds: ReviewEnding
  readonly mailDomains: MailDomainSettings
  /** The usual facts of the merchant's referrals; thresholds of fraud rules follow them. */
  readonly usualFacts?: UsualFacts
}

/**
 * Mail domains that the merchant judges otherwise than the lists do: `disposable` ones have throw-away addresses; `trusted`
 * ones have not, and are no common evidence of people. A domain counts with those below it.
 */
export type MailDomainSettings = {
  readonly disposable: readonly string[]
  readonly trusted: readonly string[]
}

/** The end of the review period of a side without a decision: approval, or further waiting for staff. */
export const reviewEndings = ['APPROVE', 'KEEP'] as const
export type ReviewEnding = (typeof reviewEndings)[number]

/** The handling of an overpaid bill: staff decide, or it is refunded automatically. */
export const mendModes = ['ASK', 'REFUND'] as const

export const unsignedConversionModes = ['trust', 'limit', 'hold', 'ignore'] as const

/**
 * The effect of `PAID` in an unsigned browser call, which anyone can send, on the referrer's side. `limit` holds the
 * referrer's side beyond that many unconfirmed conversions of a referrer whose reward is still valid, `hold` holds every
 * one, `ignore` lets none convert. `limit` counts in the mode of its name only.
 */
export type UnsignedConversions = {
  readonly mode: (typeof unsignedConversionModes)[number]
  readonly limit: number
}
