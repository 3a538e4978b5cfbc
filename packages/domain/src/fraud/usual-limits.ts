import type { FraudFact } from './fraud-facts.ts'
import type { HistoryRule, Threshold } from './history-rule.ts'

/** Facts whose thresholds follow the usual facts of the merchant's referrals. */
export const adaptiveFacts = [
  'friendsInHour',
  'friendsInDay',
  'accountsOnNetworkInHour',
  'accountsOnDomainInDay',
] as const satisfies readonly FraudFact[]
type AdaptiveFact = (typeof adaptiveFacts)[number]

/** Values of facts that 99 % of the merchant's referrers do not exceed by approved referrals; absent for too few referrers. */
export type UsualFacts = { readonly [Name in AdaptiveFact]?: number }

/** A threshold of a rule with the facts whose usual values raise it. */
type FollowingThreshold = {
  readonly name: string
  readonly threshold: Threshold
  readonly raisedBy: readonly AdaptiveFact[]
}

const known = new WeakMap<HistoryRule, readonly FollowingThreshold[]>()

/** Returns the thresholds of a rule, found once: every attribution asks for those of all rules. */
export function followingThresholds(rule: HistoryRule): readonly FollowingThreshold[] {
  const before = known.get(rule)
  if (before !== undefined) return before
  const found = Object.entries(rule.thresholds).map(([name, threshold]) => {
    const comparing = rule.when.flat().filter(({ is, limit }) => is === 'atLeast' && limit === name)
    const facts = adaptiveFacts.filter((it) => comparing.some(({ fact }) => fact === it))
    return { name, threshold, raisedBy: rule.isOfOwnPast === true ? [] : facts }
  })
  known.set(rule, found)
  return found
}
