import type { FraudSimulation, Program } from '@goodword/client'
import { isHistoryRule } from '@goodword/domain/fraud/fraud'
import type { HistoryRuleName } from '@goodword/domain/fraud/history-rules'
import { count, moneyText, percentText } from '../../../format/number-text.ts'
import type { RuleSetting } from './fraud-rule-row.tsx'

export type TriedRule = RuleSetting & { readonly rule: HistoryRuleName }

type Sums = FraudSimulation['total']

/** The rules about stored facts whose settings differ from the saved ones. */
export function changedRules(base: Program, program: Program): readonly TriedRule[] {
  return program.fraudRules.filter((it): it is TriedRule => {
    const saved = base.fraudRules.find((one) => one.rule === it.rule)
    return isHistoryRule(it.rule) && textOf(saved) !== textOf(it)
  })
}

function textOf(setting: RuleSetting | undefined): string {
  const { mode = null, thresholds = {} } = setting ?? {}
  return JSON.stringify([
    mode,
    Object.entries(thresholds).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ])
}

/** "Matches 12 referrals. Would have held 9 of them, with rewards worth $449.10.": what a rule would have done. */
export function heldText({ matched, would }: Sums, mode: RuleSetting['mode'], currency: string): string {
  if (mode === 'off') return 'Off: it would not have looked.'
  if (matched === 0) return 'Matches no referral.'
  const matches = `Matches ${count(matched, 'referral')}.`
  if (mode === 'shadow') return `${matches} It would only have written them down.`
  if (would.held === 0)
    return `${matches} None of them would have been held: they are decided, or wait already.`
  const rewards =
    would.held === would.withoutAmount ? '' : `, with rewards worth ${moneyText(would.amount, currency)}`
  const unknown =
    would.withoutAmount === 0 ? '' : ` The worth of ${count(would.withoutAmount, 'reward')} is not known.`
  return `${matches} Would have held ${would.held.toLocaleString()} of them${rewards}.${unknown}`
}

/** "Of 3 that your team decided, 2 were denied (67%).": how often the rule was right; null without a decision. */
export function decidedText({ ofDecided: { approved, denied } }: Sums): string | null {
  const decided = approved + denied
  if (decided === 0) return null
  const were = denied === 1 ? 'was' : 'were'
  const share = percentText((100 * denied) / decided, 0)
  return `Of ${decided.toLocaleString()} that your team decided, ${denied.toLocaleString()} ${were} denied (${share}).`
}
