import { thresholdsOfRule } from '@goodword/contract/fraud/fraud-rule-setting'
import {
  type FlaggedReferrals,
  type FraudRules,
  MIN_DECISIONS,
  type RuleThreshold,
} from '@goodword/contract/fraud/fraud-rules'
import { type FraudRuleName, fraudRules, isHistoryRule } from '@goodword/domain/fraud/fraud'
import type { FlaggedReading, FraudRulesReading } from './read-fraud-rules.ts'
import { percentOf } from './statistics-answer.ts'

export function fraudRulesAnswer(reading: FraudRulesReading): FraudRules {
  return {
    from: reading.range.from,
    to: reading.range.to,
    dateStarts: reading.startsAt,
    dateEnds: reading.endsAt,
    timeZone: reading.timeZone,
    recounting: reading.isRecounting,
    denied: reading.denied,
    rules: reading.rules.map(({ rule, mode, thresholds, effective, active, shadow, decided }) => ({
      rule,
      message: fraudRules[rule].sentence,
      mode,
      holds: heldSides(rule),
      thresholds: thresholdsAnswer(rule, thresholds, effective),
      active: flaggedAnswer(active),
      shadow: flaggedAnswer(shadow),
      decided: { approved: decided.APPROVED, denied: decided.DENIED },
      precision: shareOf(decided.DENIED, decided.DENIED + decided.APPROVED),
      recall: shareOf(decided.DENIED, reading.denied),
    })),
  }
}

/** A share in percent; null below the number of decisions from which on it says something. */
function shareOf(part: number, whole: number): number | null {
  return whole < MIN_DECISIONS ? null : percentOf(part, whole)
}

function heldSides(rule: FraudRuleName): 'REFERRER' | 'BOTH' | null {
  if (!isHistoryRule(rule)) return null
  return fraudRules[rule].holds === 'both' ? 'BOTH' : 'REFERRER'
}

function thresholdsAnswer(
  rule: FraudRuleName,
  set: Readonly<Record<string, number>>,
  effective: Readonly<Record<string, number>>,
): Record<string, RuleThreshold> {
  const entries = Object.entries(thresholdsOfRule(rule))
  return Object.fromEntries(
    entries.map(([name, it]) => {
      const value = set[name] ?? it.default
      return [name, { value, effective: effective[name] ?? value, ...it }]
    }),
  )
}

function flaggedAnswer({ referrals, sides }: FlaggedReading): FlaggedReferrals {
  const decided = sides.APPROVED_BY_STAFF + sides.DENIED_BY_STAFF
  return {
    referrals,
    pending: sides.PENDING,
    approvedByStaff: sides.APPROVED_BY_STAFF,
    deniedByStaff: sides.DENIED_BY_STAFF,
    deniedByRule: sides.DENIED_BY_RULE,
    notDecided: sides.NOT_DECIDED,
    confirmedRate: percentOf(sides.DENIED_BY_STAFF, decided),
  }
}
