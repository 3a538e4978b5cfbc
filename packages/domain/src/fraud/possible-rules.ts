import type { FraudFacts } from './fraud-facts.ts'
import { type HistoryRule, matchesFacts } from './history-rule.ts'
import { type HistoryRuleName, historyRuleNames, historyRules } from './history-rules.ts'

type Thresholds = Readonly<Record<string, number>>

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
export function widestThresholds({ thresholds, when }: HistoryRule): Thresholds {
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, { min, max }]) => [name, isMost(when, name) ? max : min]),
  )
}

/** Thresholds of half their default, or twice that where it is the most: few merchants try wider ones. */
export function likelyThresholds({ thresholds, when }: HistoryRule): Thresholds {
  return Object.fromEntries(
    Object.entries(thresholds).map(([name, it]) => [
      name,
      isMost(when, name) ? Math.min(it.max, it.default * 2) : Math.max(it.min, Math.ceil(it.default / 2)),
    ]),
  )
}

/** Whether whatever a rule matches with these thresholds, it also matches with the likely ones. */
export function isLikely(name: HistoryRuleName, thresholds: Thresholds): boolean {
  const { when } = historyRules[name]
  return Object.entries(likelyThresholds(historyRules[name])).every(([threshold, likely]) => {
    const value = thresholds[threshold]
    return value !== undefined && (isMost(when, threshold) ? value <= likely : value >= likely)
  })
}

function isMost(when: HistoryRule['when'], threshold: string): boolean {
  return when.flat().some((it) => it.limit === threshold && it.is === 'atMost')
}

/** The rules that match these facts with some thresholds within their bounds. */
export const possibleRules = rulesWith(widestThresholds)

/** The rules that match these facts with thresholds that are likely to be tried. */
export const likelyRules = rulesWith(likelyThresholds)

function rulesWith(thresholdsOf: (rule: HistoryRule) => Thresholds): (facts: FraudFacts) => number {
  const all = historyRuleNames.map((name) => {
    const rule = historyRules[name]
    return { rule, bit: bitOf(name), thresholds: thresholdsOf(rule) }
  })
  return (facts) =>
    all.reduce(
      (bits, { rule, bit, thresholds }) => (matchesFacts(rule, facts, thresholds) ? bits | bit : bits),
      0,
    )
}
