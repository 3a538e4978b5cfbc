import { type FraudRuleName, type FraudSignal, fraudRules } from '../fraud/fraud.ts'
import type { Moderation } from '../referrals/account.ts'
import { type Reason, reasonOfSignal } from '../referrals/outcome.ts'

/** How a side was decided: whether the rule that flagged its referral had an effect, and what staff made of it. */
export const sideStates = [
  'PENDING',
  'APPROVED_BY_STAFF',
  'DENIED_BY_STAFF',
  'DENIED_BY_RULE',
  'NOT_DECIDED',
] as const
export type SideState = (typeof sideStates)[number]

export function sideStateOf({ status, by }: Pick<Moderation, 'status' | 'by'>): SideState {
  // The rule had no part in it.
  if (by === 'block') return 'NOT_DECIDED'
  if (status === 'PENDING') return 'PENDING'
  if (by === 'staff') return status === 'APPROVED' ? 'APPROVED_BY_STAFF' : 'DENIED_BY_STAFF'
  return status === 'DENIED' ? 'DENIED_BY_RULE' : 'NOT_DECIDED'
}

/** The decision of staff about a referral: they denied a side, or only approved; null before they decide. */
export type Verdict = 'DENIED' | 'APPROVED'

export function verdictOf(sides: readonly SideState[]): Verdict | null {
  if (sides.includes('DENIED_BY_STAFF')) return 'DENIED'
  return sides.includes('APPROVED_BY_STAFF') ? 'APPROVED' : null
}

/** A rule, or all of them and none: what staff decided about a referral whether a rule flagged it or not. */
export type CountedRule = FraudRuleName | 'ANY'

/** A rule that matched a referral in one mode, and when it first did. */
export type RuleFlag = {
  readonly rule: FraudRuleName
  readonly isShadow: boolean
  readonly at: number
  /** Whether it is the earlier one of the modes in which the rule matched. */
  readonly isFirst: boolean
}

/** The reason and time of a raised signal. */
export type Flagging = { readonly reason: Reason; readonly at: number }

/**
 * The rules that matched a referral, once for each mode. `flaggings` has the stored data of its signals, one for each, in
 * their order; `otherwise` is the time of a signal without one. A rule that failed to run has matched nothing.
 */
export function ruleFlagsOf(
  signals: readonly FraudSignal[],
  flaggings: readonly Flagging[],
  otherwise: number,
): readonly RuleFlag[] {
  const left = [...flaggings]
  const flags = new Map<string, RuleFlag>()
  for (const signal of signals) {
    const index = left.findIndex((it) => it.reason === reasonOfSignal(signal))
    const [flagging] = index === -1 ? [] : left.splice(index, 1)
    const { rule, shadow: isShadow } = signal
    const key = `${rule} ${isShadow}`
    if (signal.failed === true || !isFraudRule(rule) || flags.has(key)) continue
    const isFirst = !flags.has(`${rule} ${!isShadow}`)
    flags.set(key, { rule, isShadow, at: flagging?.at ?? otherwise, isFirst })
  }
  return [...flags.values()]
}

function isFraudRule(name: string): name is FraudRuleName {
  return Object.hasOwn(fraudRules, name)
}
