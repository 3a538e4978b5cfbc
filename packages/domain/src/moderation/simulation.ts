import type { FraudFacts } from '../fraud/fraud-facts.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import {
  type Condition,
  factsOfRule,
  foundSentence,
  type HistoryRule,
  limitOf,
  matchesFacts,
} from '../fraud/history-rule.ts'
import { type HistoryRuleName, historyRules } from '../fraud/history-rules.ts'
import type { Moderation } from '../referrals/account.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { type KnownPrice, worthOf } from '../rewards/reward-worth.ts'
import type { Currency } from '../values/money.ts'
import { sideStateOf } from './flagged-rules.ts'

/** A rule about stored facts with a mode and all thresholds to try. */
export type SimulatedRule = {
  readonly rule: HistoryRuleName
  readonly mode: FraudRuleMode
  readonly thresholds: Readonly<Record<string, number>>
}

/** A requested simulation: days of a time zone, the moments of their beginning and end (exclusive), and the rules. */
export type AskedSimulation = {
  readonly from: string
  readonly to: string
  readonly startsAt: number
  readonly endsAt: number
  readonly timeZone: string
  readonly currency: Currency
  readonly rules: readonly SimulatedRule[]
}

/** Counts of the matching referrals, of those that would have been held with their value, and of those that staff decided. */
export type RuleSums = {
  readonly matched: number
  readonly held: number
  readonly minor: number
  readonly withoutAmount: number
  readonly approved: number
  readonly denied: number
}

export const simulationStates = ['RUNNING', 'DONE', 'FAILED'] as const
export type SimulationState = (typeof simulationStates)[number]

export type SimulationSums = {
  readonly rules: { readonly [Rule in HistoryRuleName]?: RuleSums }
  readonly total: RuleSums
}

/** The referrer's side of a referral. `reward` is null until there is one. */
export type ReferrerSide = {
  readonly moderation: Pick<Moderation, 'status' | 'by'>
  readonly reward: { readonly spec: RewardSpec; readonly isCancelled: boolean } | null
  readonly hasEnded: boolean
  readonly account: KnownPrice
}

/** A number of referrals that are equal in all counted fields. */
export type SimulatedGroup = ReferrerSide & {
  readonly rules: readonly HistoryRuleName[]
  readonly referrals: number
}

export const noSums: RuleSums = { matched: 0, held: 0, minor: 0, withoutAmount: 0, approved: 0, denied: 0 }

/** The path of the facts that a rule matches. */
export function pathOf({ rule, thresholds }: SimulatedRule): string {
  return factPath(historyRules[rule], thresholds)
}

export function isRun({ mode }: SimulatedRule): boolean {
  return mode !== 'off'
}

export function isActive({ mode }: SimulatedRule): boolean {
  return mode === 'active'
}

/** Whether a rule that matches would make the side wait: staff have not decided about it, and it does not wait yet. */
function isFree({ status, by }: Pick<Moderation, 'status' | 'by'>): boolean {
  return status === 'APPROVED' && by !== 'staff'
}

/**
 * The value of a referrer's reward, in minor units; null for a reward without a value in the currency. `spec` is the
 * program's, for referrals that have no reward yet.
 */
export function stakeOf(
  side: Omit<ReferrerSide, 'moderation'>,
  spec: RewardSpec | null,
  currency: Currency,
): number | null {
  if (side.reward?.isCancelled === true) return 0
  const reward = side.reward?.spec ?? (side.hasEnded ? null : spec)
  if (reward === null) return 0
  const worth = worthOf(reward, side.account)
  return worth === null || worth.amount.currency !== currency ? null : worth.amount.minor
}

/** The sums with further referrals. */
export function withGroups(
  sums: SimulationSums,
  groups: readonly SimulatedGroup[],
  { rules, currency }: AskedSimulation,
  spec: RewardSpec | null,
): SimulationSums {
  const active = new Set(rules.filter(isActive).map((it) => it.rule))
  const counted: { [Rule in HistoryRuleName]?: RuleSums } = { ...sums.rules }
  let { total } = sums
  for (const group of groups) {
    const minor = stakeOf(group, spec, currency)
    for (const rule of group.rules) {
      counted[rule] = added(counted[rule] ?? noSums, group, minor, active.has(rule))
    }
    total = added(
      total,
      group,
      minor,
      group.rules.some((it) => active.has(it)),
    )
  }
  return { rules: counted, total }
}

function added(sums: RuleSums, group: SimulatedGroup, minor: number | null, isHolding: boolean): RuleSums {
  const { moderation, referrals } = group
  const state = sideStateOf(moderation)
  const held = isHolding && isFree(moderation) ? referrals : 0
  return {
    matched: sums.matched + referrals,
    held: sums.held + held,
    minor: sums.minor + held * (minor ?? 0),
    withoutAmount: sums.withoutAmount + (minor === null ? held : 0),
    approved: sums.approved + (state === 'APPROVED_BY_STAFF' ? referrals : 0),
    denied: sums.denied + (state === 'DENIED_BY_STAFF' ? referrals : 0),
  }
}

/** A finding of one rule in the facts of a referral. */
export type Finding = {
  readonly rule: HistoryRuleName
  readonly message: string
  readonly facts: Readonly<Record<string, number>>
}

/** The findings of the rules that match. */
export function findingsOf(rules: readonly SimulatedRule[], facts: FraudFacts): readonly Finding[] {
  return rules.flatMap(({ rule, thresholds }) => {
    const definition = historyRules[rule]
    if (!matchesFacts(definition, facts, thresholds)) return []
    const read = factsOfRule(definition).flatMap((name) => {
      const value = facts[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    const message = foundSentence(definition, facts, thresholds)
    return [{ rule, message, facts: Object.fromEntries(read) }]
  })
}

/** A rule as a path of SQL/JSON: PostgreSQL's `facts @@ path` is true of the facts that `matchesFacts` matches. */
export function factPath({ when }: HistoryRule, thresholds: Readonly<Record<string, number>>): string {
  return when
    .map((conditions) => `(${conditions.map((it) => conditionPath(it, thresholds)).join(' && ')})`)
    .join(' || ')
}

function conditionPath(condition: Condition, thresholds: Readonly<Record<string, number>>): string {
  const { fact, is } = condition
  return `$.${fact} ${is === 'atLeast' ? '>=' : '<='} ${limitOf(condition, thresholds)}`
}
