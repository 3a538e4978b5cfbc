import type { FraudRules } from '@goodword/client'
import { count } from '../../format/count.ts'
import { percentText } from '../../format/percent-text.ts'

export type RuleFigures = FraudRules['rules'][number]
export type FlaggedReferrals = RuleFigures['active']

/** What a rule found and what became of it: "5 referrals found. Of their 10 sides 3 were denied by your staff, 1 waits." */
export function figuresText(flagged: FlaggedReferrals): string {
  const { referrals, pending, approvedByStaff, deniedByStaff, deniedByRule, notDecided } = flagged
  if (referrals === 0) return 'Nothing found.'
  const parts = [
    sides(deniedByStaff, 'was denied by your staff', 'were denied by your staff'),
    sides(approvedByStaff, 'was approved by your staff', 'were approved by your staff'),
    sides(deniedByRule, 'was denied by a rule', 'were denied by a rule'),
    sides(pending, 'waits for a decision', 'wait for a decision'),
    sides(notDecided, 'was left as it is', 'were left as they are'),
  ].filter((it) => it !== null)
  const whose = referrals === 1 ? 'its' : 'their'
  return `${count(referrals, 'referral')} found. Of ${whose} ${(2 * referrals).toLocaleString()} sides ${parts.join(', ')}.`
}

function sides(number: number, one: string, many: string): string | null {
  return number === 0 ? null : `${number.toLocaleString()} ${number === 1 ? one : many}`
}

/** How often staff agreed with a rule; a dash before they decide. */
export function agreementText({ confirmedRate, approvedByStaff, deniedByStaff }: FlaggedReferrals): string {
  if (confirmedRate === null) return '–'
  const decided = (approvedByStaff + deniedByStaff).toLocaleString()
  return `${percentText(confirmedRate, 1)} of ${decided}`
}

/** A rule in the mode that it has, and in the other one if it found something then. */
export type RuleRow = {
  readonly rule: RuleFigures
  readonly mode: 'active' | 'shadow'
  readonly flagged: FlaggedReferrals
  /** Whether the rule is in this mode now. */
  readonly isPresent: boolean
}

export function rowsOf(rules: readonly RuleFigures[]): readonly RuleRow[] {
  return rules.flatMap((rule) => {
    const rows = (['active', 'shadow'] as const).map((mode) => ({
      rule,
      mode,
      flagged: rule[mode],
      isPresent: rule.mode === mode,
    }))
    const found = rows.filter((it) => it.isPresent || it.flagged.referrals > 0)
    const shown = found.length > 0 ? found : rows.slice(0, 1)
    return shown.toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent))
  })
}
