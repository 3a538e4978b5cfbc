import type { FraudFacts } from './fraud-facts.ts'
import { type HistoryRule, matchesFacts } from './history-rule.ts'
import { type HistoryRuleName, historyRuleNames, historyRules } from './history-rules.ts'

/** The bit of a rule in a set of rules that is stored as a number. A rule keeps its place in the list for ever. */
export function bitOf(rule: HistoryRuleName): number {
  return 1 << historyRuleNames.indexOf(rule)
}

/** The rules in a set. */
export function rulesOfBits(bits: number): readonly HistoryRuleName[] {
  return historyRuleNames.filter((it) => (bits & bitOf(it)) !== 0)
}

/** The set of these rules. */
export function bitsOf(rules: readonly HistoryRuleName[]): number {
  return rules.reduce((bits, it) => bits | bitOf(it), 0)
}

/** The thresholds within their bounds with which a rule matches the most: whatever others match, these match too. */
export function widestThresholds({ thresholds, when }: HistoryRule): Readonly<Record<string, number>> {
  const isMost = (name: string) => when.flat().some((it) => it.limit === name && it.is === 'atMost')
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, { min, max }]) => [name, isMost(name) ? max : min]),
  )
}

const widest = historyRuleNames.map((name) => {
  const rule = historyRules[name]
  return { rule, bit: bitOf(name), thresholds: widestThresholds(rule) }
})

/** The rules that match these facts with some thresholds within their bounds. */
export function possibleRules(facts: FraudFacts): number {
  return widest.reduce(
    (bits, { rule, bit, thresholds }) => (matchesFacts(rule, facts, thresholds) ? bits | bit : bits),
    0,
  )
}
