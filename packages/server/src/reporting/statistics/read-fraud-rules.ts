import {
  type FlaggedReferrals,
  type FraudRules,
  MIN_DECISIONS,
  type RuleThreshold,
} from '@goodword/contract/fraud/fraud-rules'
import {
  type FraudRuleName,
  fraudRuleNames,
  fraudRules,
  isHistoryRule,
  thresholdsOfRule,
} from '@goodword/domain/fraud/fraud'
import { historyRules, thresholdsOf } from '@goodword/domain/fraud/history-rules'
import type { CountedRule, SideState, Verdict } from '@goodword/domain/moderation/flagged-rules'
import type { Program } from '@goodword/domain/program/program'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { decidedKey, flaggedKey } from './counting/count-flags.ts'
import type { Metric } from './counting/counts.ts'
import { piecesOf } from './day-range.ts'
import { openGeneration } from './opened-statistics.ts'
import { loadTotals } from './rows/counts.ts'
import { percentOf } from './statistics-answer.ts'
import { type AskedRange, daysOf, rangeOf } from './statistics-range.ts'

const flaggedMetrics: readonly Metric[] = ['FLAGGED', 'FLAGGED_SIDE', 'FLAGGED_DECIDED']

/**
 * The fraud rules of a program with their flags in a range of days, from sums that are kept up to date.
 *
 * @throws Refusal VALIDATION_FAILED for a range that cannot be answered
 */
export function readFraudRules(ctx: Context, tenantId: TenantId, asked: AskedRange): Promise<FraudRules> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [{ settings, usual_facts }, opened] = await Promise.all([loadProgram(tx), openGeneration(tx)])
    const { calendar, generation, timeZone } = opened
    const range = rangeOf(asked, null, calendar, tx.now)
    const rows = await Promise.all(
      piecesOf(range).map((it) => loadTotals(tx, generation, it, flaggedMetrics)),
    )
    const sums = new Map<string, number>()
    for (const { metric, key, amount } of rows.flat()) {
      const name = `${metric} ${key}`
      sums.set(name, (sums.get(name) ?? 0) + amount)
    }
    const program = programOf(settings, false, usual_facts)
    const denied = decidedIn(sums, 'ANY', 'DENIED')
    return {
      ...daysOf(range, calendar),
      timeZone,
      recounting: opened.isRecounting || opened.hasFlagsLeft,
      denied,
      rules: fraudRuleNames.map((rule) => {
        const decided = {
          approved: decidedIn(sums, rule, 'APPROVED'),
          denied: decidedIn(sums, rule, 'DENIED'),
        }
        return {
          rule,
          message: fraudRules[rule].sentence,
          mode: program.fraudRules[rule],
          holds: heldSides(rule),
          thresholds: thresholdsAnswer(rule, program),
          active: flaggedIn(sums, rule, false),
          shadow: flaggedIn(sums, rule, true),
          decided,
          precision: shareOf(decided.denied, decided.denied + decided.approved),
          recall: shareOf(decided.denied, denied),
        }
      }),
    }
  })
}

/** A share in percent; null below the number of decisions from which on it says something. */
function shareOf(part: number, whole: number): number | null {
  return whole < MIN_DECISIONS ? null : percentOf(part, whole)
}

function heldSides(rule: FraudRuleName): 'REFERRER' | 'BOTH' | null {
  if (!isHistoryRule(rule)) return null
  return fraudRules[rule].holds === 'both' ? 'BOTH' : 'REFERRER'
}

/** The thresholds of a rule; what counts is raised where the merchant's referrals usually have more. */
function thresholdsAnswer(
  rule: FraudRuleName,
  { fraudThresholds, usualFacts }: Program,
): Record<string, RuleThreshold> {
  const isHistory = isHistoryRule(rule)
  const set: Readonly<Record<string, number>> = (isHistory ? fraudThresholds[rule] : undefined) ?? {}
  const effective: Readonly<Record<string, number>> = isHistory
    ? thresholdsOf(rule, fraudThresholds, historyRules, usualFacts)
    : {}
  const entries = Object.entries(thresholdsOfRule(rule))
  return Object.fromEntries(
    entries.map(([name, it]) => {
      const value = set[name] ?? it.default
      return [name, { value, effective: effective[name] ?? value, ...it }]
    }),
  )
}

function decidedIn(sums: ReadonlyMap<string, number>, rule: CountedRule, verdict: Verdict): number {
  return sums.get(`FLAGGED_DECIDED ${decidedKey(rule, verdict)}`) ?? 0
}

function flaggedIn(
  sums: ReadonlyMap<string, number>,
  rule: FraudRuleName,
  isShadow: boolean,
): FlaggedReferrals {
  const sidesOf = (state: SideState) => sums.get(`FLAGGED_SIDE ${flaggedKey(rule, isShadow, state)}`) ?? 0
  const [approvedByStaff, deniedByStaff] = [sidesOf('APPROVED_BY_STAFF'), sidesOf('DENIED_BY_STAFF')]
  return {
    referrals: sums.get(`FLAGGED ${flaggedKey(rule, isShadow)}`) ?? 0,
    pending: sidesOf('PENDING'),
    approvedByStaff,
    deniedByStaff,
    deniedByRule: sidesOf('DENIED_BY_RULE'),
    notDecided: sidesOf('NOT_DECIDED'),
    confirmedRate: percentOf(deniedByStaff, approvedByStaff + deniedByStaff),
  }
}
