import type { FraudFacts } from './fraud-facts.ts'
import type { FraudRuleMode } from './fraud-rule-mode.ts'
import { factsOfRule, foundSentence, type HistoryRule, matchesFacts, type Threshold } from './history-rule.ts'
import {
  type HistoryRuleName,
  historyRuleNames,
  historyRules,
  type ThresholdSettings,
  thresholdsOf,
} from './history-rules.ts'
import type { UsualFacts } from './usual-limits.ts'

/** The identifiers of a person and their account that fraud rules compare. E-mails are normalised. */
export type Identifiers = {
  readonly providerIds: readonly string[]
  readonly emailKeys: readonly string[]
  readonly userIds: readonly string[]
}

/** The two sides of a referral, as far as rules look. The referrer's `userIds` holds the one user who owns the code. */
export type Evidence = { readonly friend: Identifiers; readonly referrer: Identifiers }

/** A rule about identity: while it is active, a match denies both sides, reversibly. */
export type IdentityRule = {
  /** The explanation for the merchant's staff. */
  readonly sentence: string
  /** The mode of a tenant that never chose one. */
  readonly startsAs: FraudRuleMode
  readonly matches: (evidence: Evidence) => boolean
}

const identityRules = {
  SAME_PROCESSOR_CUSTOMER: {
    sentence: 'The friend’s account has the same payment processor customer as the referrer’s account.',
    startsAs: 'active',
    matches: ({ friend, referrer }) => haveCommon(friend.providerIds, referrer.providerIds),
  },
  SAME_EMAIL: {
    sentence: 'The friend and the referrer have the same e-mail address or a variant of it.',
    startsAs: 'active',
    matches: ({ friend, referrer }) => haveCommon(friend.emailKeys, referrer.emailKeys),
  },
  SAME_USER_ID: {
    sentence: 'The friend’s account has a user with the same ID as the referrer.',
    startsAs: 'shadow',
    matches: ({ friend, referrer }) => haveCommon(friend.userIds, referrer.userIds),
  },
} as const satisfies Readonly<Record<string, IdentityRule>>
export type IdentityRuleName = keyof typeof identityRules

// The keys of the table are the names.
export const identityRuleNames = Object.keys(identityRules) as readonly IdentityRuleName[]

export const fraudRuleNames = [...identityRuleNames, ...historyRuleNames] as const
export type FraudRuleName = (typeof fraudRuleNames)[number]

/** The signals of a referral: a fraud rule, a doubt about unsigned browser calls, or a reversal of its first payment. */
export type SignalName = FraudRuleName | (typeof pageSignals)[number] | ReversalSignal

/**
 * Data that only pages sent: a payment beyond the program's limit, the user with the code, a payment before the server's
 * code.
 */
export const pageSignals = ['UNSIGNED_CONVERSION', 'UNCONFIRMED_USER', 'PAID_ON_PAGE_BEFORE'] as const

/** The reversals of the first payment. */
export const reversalSignals = [
  'FIRST_PAYMENT_VOIDED',
  'FIRST_PAYMENT_REFUNDED',
  'FIRST_PAYMENT_DISPUTED',
] as const
export type ReversalSignal = (typeof reversalSignals)[number]

export function isReversalSignal(name: string | null | undefined): name is ReversalSignal {
  return reversalSignals.some((it) => it === name)
}

/** Whether a confirmation by the server of the merchant ends it. */
export function waitsForConfirmation(name: string | null | undefined): boolean {
  return name === 'UNSIGNED_CONVERSION' || name === 'UNCONFIRMED_USER'
}

export type FraudRules = Readonly<
  Record<IdentityRuleName, IdentityRule> & Record<HistoryRuleName, HistoryRule>
>

/** Every rule: a named value with a sentence. */
export const fraudRules: FraudRules = { ...identityRules, ...historyRules }

/**
 * A rule that matched, or failed to run. A shadow signal has no effect: it shows what the rule would have done. A failed
 * rule has no result for the referral, so the referrer's side waits for a decision.
 */
export type FraudSignal = {
  readonly rule: SignalName
  readonly shadow: boolean
  readonly failed?: true
  /** It matches only by unsigned data: it holds the referrer's side and denies nothing. */
  readonly unsigned?: true
  /** When it was raised, the facts that the rule read and the thresholds that counted; absent for signals from before. */
  readonly at?: number
  readonly facts?: FraudFacts
  readonly thresholds?: Readonly<Record<string, number>>
}

/** How the rules of a program count. */
export type RuleSettings = {
  readonly fraudRules: Readonly<Record<FraudRuleName, FraudRuleMode>>
  readonly fraudThresholds: ThresholdSettings
  readonly usualFacts?: UsualFacts
}

/** Runs the rules about identity that are not off, in the order of their names' list. */
export function screenIdentity(
  evidence: Evidence,
  { fraudRules: modes }: RuleSettings,
  rules: FraudRules,
): readonly FraudSignal[] {
  return run(identityRuleNames, modes, (rule) => (rules[rule].matches(evidence) ? {} : null))
}

/** Runs the rules about stored facts that are not off. Their signals have the facts and the thresholds that counted. */
export function screenFacts(
  facts: FraudFacts,
  { fraudRules: modes, fraudThresholds, usualFacts }: RuleSettings,
  rules: FraudRules,
): readonly FraudSignal[] {
  return run(historyRuleNames, modes, (rule) => {
    const thresholds = thresholdsOf(rule, fraudThresholds, rules, usualFacts)
    if (!matchesFacts(rules[rule], facts, thresholds)) return null
    const read = factsMentioned(rules[rule], facts)
    return { facts: read, ...(Object.keys(thresholds).length === 0 ? {} : { thresholds }) }
  })
}

/** `match` returns what the signal has beside its rule; null if the rule does not match. */
function run<Name extends FraudRuleName>(
  names: readonly Name[],
  modes: RuleSettings['fraudRules'],
  match: (rule: Name) => Partial<FraudSignal> | null,
): readonly FraudSignal[] {
  return names.flatMap((rule): FraudSignal[] => {
    const mode = modes[rule]
    if (mode === 'off') return []
    const shadow = mode === 'shadow'
    try {
      const found = match(rule)
      return found === null ? [] : [{ rule, shadow, ...found }]
    } catch {
      return [{ rule, shadow, failed: true }]
    }
  })
}

function factsMentioned(rule: HistoryRule, facts: FraudFacts): FraudFacts {
  return Object.fromEntries(
    factsOfRule(rule).flatMap((name) => (facts[name] === undefined ? [] : [[name, facts[name]]])),
  )
}

/** Describes the finding of a signal's rule with its numbers; null for a signal without facts. */
export function foundBy({ rule, facts, thresholds }: FraudSignal): string | null {
  if (facts === undefined || !isHistoryRule(rule)) return null
  return foundSentence(historyRules[rule], facts, thresholds ?? {})
}

export function isIdentityRule(rule: string): rule is IdentityRuleName {
  return Object.hasOwn(identityRules, rule)
}

export function isHistoryRule(rule: string): rule is HistoryRuleName {
  return Object.hasOwn(historyRules, rule)
}

/** The thresholds that a rule has, by name; a rule about identity has none. */
export function thresholdsOfRule(rule: FraudRuleName): Readonly<Record<string, Threshold>> {
  return isHistoryRule(rule) ? historyRules[rule].thresholds : {}
}

function haveCommon(ones: readonly string[], others: readonly string[]): boolean {
  return ones.some((one) => others.includes(one))
}
