import type { FraudFact, FraudFacts } from './fraud-facts.ts'
import type { FraudRuleMode } from './fraud-rule-mode.ts'

/** A limit that a program may set for a rule, with its bounds, both included. */
export type Threshold = {
  /** The counted fact and whether the threshold is a minimum or a maximum, for the merchant's staff. */
  readonly description: string
  readonly default: number
  readonly min: number
  readonly max: number
}

export type Condition = {
  readonly fact: FraudFact
  readonly is: 'atLeast' | 'atMost'
  /** The name of a threshold of the rule, or a fixed number. */
  readonly limit: string | number
}

/**
 * A rule about stored facts. It matches if every condition of one of its alternatives holds; a condition about a fact that
 * is not known does not hold.
 */
export type HistoryRule = {
  /** The purpose of the rule, for the merchant's staff. */
  readonly sentence: string
  /** The text of a finding: `{name}` is a fact, `{limit:name}` a threshold. */
  readonly found: string
  readonly startsAs: FraudRuleMode
  /** The sides that wait for a decision while the rule is active. */
  readonly holds: 'referrer' | 'both'
  /** Whether it holds a side also after the conversion, and takes back the part that is not redeemed. */
  readonly isLate: boolean
  readonly thresholds: Readonly<Record<string, Threshold>>
  readonly when: readonly (readonly Condition[])[]
  /** It compares a referrer with their own past, so its thresholds do not follow the usual facts. */
  readonly isOfOwnPast?: true
  /** It reads what became of payments, so it adds nothing to a side that is held because the first one was reversed. */
  readonly isOfPayments?: true
  /** Facts that its signals keep although it does not compare them. */
  readonly notes?: readonly FraudFact[]
}

/** Whether a rule matches these facts. */
export function matchesFacts(
  { when }: HistoryRule,
  facts: FraudFacts,
  thresholds: Readonly<Record<string, number>>,
): boolean {
  return when.some((conditions) => conditions.every((it) => holds(it, facts, thresholds)))
}

function holds(condition: Condition, facts: FraudFacts, thresholds: Readonly<Record<string, number>>) {
  const value = facts[condition.fact]
  const bound = limitOf(condition, thresholds)
  if (value === undefined) return false
  return condition.is === 'atLeast' ? value >= bound : value <= bound
}

/** @throws Error for a threshold that is not given */
export function limitOf({ limit }: Condition, thresholds: Readonly<Record<string, number>>): number {
  const bound = typeof limit === 'number' ? limit : thresholds[limit]
  if (bound === undefined) throw new Error(`threshold ${limit} of a fraud rule not found`)
  return bound
}

/** The facts that a rule reads. */
export function factsOfRule({ when, notes = [] }: HistoryRule): readonly FraudFact[] {
  return [...new Set([...when.flat().map((it) => it.fact), ...notes])]
}

/** Describes the finding of a rule with its numbers. Sentences without a fact above 0 are left out. */
export function foundSentence(
  { found }: HistoryRule,
  facts: FraudFacts,
  thresholds: Readonly<Record<string, number>>,
): string {
  const sentences = found.split(/(?<=\.) /)
  const telling = sentences.filter((it) => factsIn(it).some((name) => (facts[name] ?? 0) > 0))
  const text = (telling.length > 0 ? telling : sentences).join(' ')
  return text.replace(/\{(limit:)?([a-zA-Z]+)\}/g, (_, isLimit: string | undefined, name: string) => {
    const value = isLimit === undefined ? facts[name as FraudFact] : thresholds[name]
    return value === undefined ? '?' : String(value)
  })
}

function factsIn(sentence: string): readonly FraudFact[] {
  return [...sentence.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name as FraudFact)
}

export function atLeast(fact: FraudFact, limit: string | number): Condition {
  return { fact, is: 'atLeast', limit }
}

export function atMost(fact: FraudFact, limit: string | number): Condition {
  return { fact, is: 'atMost', limit }
}

/** The threshold of rules that need friends of the referrer who have something in common. */
export function linkedFriends(least: number): Threshold {
  return { description: 'Other friends with something in common, at least', default: least, min: 0, max: 200 }
}
