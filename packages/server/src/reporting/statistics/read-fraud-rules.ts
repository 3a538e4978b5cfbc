import { type FraudRuleName, fraudRuleNames, isHistoryRule } from '@goodword/domain/fraud/fraud'
import type { FraudRuleMode } from '@goodword/domain/fraud/fraud-rule-mode'
import { historyRules, thresholdsOf } from '@goodword/domain/fraud/history-rules'
import {
  type CountedRule,
  type SideState,
  sideStates,
  type Verdict,
} from '@goodword/domain/moderation/flagged-rules'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { decidedKey, flaggedKey } from './counting/count-flags.ts'
import type { Metric } from './counting/counts.ts'
import { type DayRange, piecesOf } from './day-range.ts'
import { openGeneration } from './opened-statistics.ts'
import { loadTotals } from './rows/counts.ts'
import { type AskedRange, rangeOf } from './statistics-range.ts'

/** What a rule flagged in one mode: referrals, and their sides by how they are decided now. */
export type FlaggedReading = {
  readonly referrals: number
  readonly sides: Readonly<Record<SideState, number>>
}

export type FraudRuleReading = {
  readonly rule: FraudRuleName
  readonly mode: FraudRuleMode
  /** Thresholds that the program has set; an absent one has its default. */
  readonly thresholds: Readonly<Record<string, number>>
  /** All of its thresholds as they count: raised where the merchant's referrals usually have more. */
  readonly effective: Readonly<Record<string, number>>
  readonly active: FlaggedReading
  readonly shadow: FlaggedReading
  /** Referrals that it flagged in either mode, by what staff made of them. */
  readonly decided: Readonly<Record<Verdict, number>>
}

export type FraudRulesReading = {
  readonly range: DayRange
  readonly startsAt: number
  /** Exclusive. */
  readonly endsAt: number
  readonly timeZone: string
  readonly isRecounting: boolean
  readonly rules: readonly FraudRuleReading[]
  /** Referrals that started in the range and that staff denied, flagged or not. */
  readonly denied: number
}

const flaggedMetrics: readonly Metric[] = ['FLAGGED', 'FLAGGED_SIDE', 'FLAGGED_DECIDED']

/**
 * The fraud rules of a program with what they flagged in a range of days, from sums that are kept up to date.
 *
 * @throws Refusal VALIDATION_FAILED for a range that cannot be answered
 */
export function readFraudRules(
  ctx: Context,
  tenantId: TenantId,
  asked: AskedRange,
): Promise<FraudRulesReading> {
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
    const { fraudRules, fraudThresholds, usualFacts } = programOf(settings, false, usual_facts)
    return {
      range,
      startsAt: calendar.startOf(range.from),
      endsAt: calendar.endOf(range.to),
      timeZone,
      isRecounting: opened.isRecounting || opened.hasFlagsLeft,
      rules: fraudRuleNames.map((rule) => ({
        rule,
        mode: fraudRules[rule],
        thresholds: (isHistoryRule(rule) ? fraudThresholds[rule] : undefined) ?? {},
        effective: isHistoryRule(rule) ? thresholdsOf(rule, fraudThresholds, historyRules, usualFacts) : {},
        active: flaggedIn(sums, rule, false),
        shadow: flaggedIn(sums, rule, true),
        decided: { DENIED: decidedIn(sums, rule, 'DENIED'), APPROVED: decidedIn(sums, rule, 'APPROVED') },
      })),
      denied: decidedIn(sums, 'ANY', 'DENIED'),
    }
  })
}

function decidedIn(sums: ReadonlyMap<string, number>, rule: CountedRule, verdict: Verdict): number {
  return sums.get(`FLAGGED_DECIDED ${decidedKey(rule, verdict)}`) ?? 0
}

function flaggedIn(
  sums: ReadonlyMap<string, number>,
  rule: FraudRuleName,
  isShadow: boolean,
): FlaggedReading {
  const sides = sideStates.map((state) => [
    state,
    sums.get(`FLAGGED_SIDE ${flaggedKey(rule, isShadow, state)}`) ?? 0,
  ])
  return {
    referrals: sums.get(`FLAGGED ${flaggedKey(rule, isShadow)}`) ?? 0,
    // The states are all that a side can have.
    sides: Object.fromEntries(sides) as Record<SideState, number>,
  }
}
