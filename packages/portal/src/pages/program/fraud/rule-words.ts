import type { FraudRules } from '@goodword/client'
import { MIN_DECISIONS } from '@goodword/contract/fraud/fraud-rules'
import { count, percentText } from '../../../format/number-text.ts'

export type RuleFigures = FraudRules['rules'][number]
export type FlaggedReferrals = RuleFigures['active']

/** A rule's findings and decisions: "5 referrals found. Of their 10 sides 3 were denied by your staff, 1 waits." */
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

/** "75% of 24": how often a rule was right; "3 of 20", the decisions there are, while they are too few for a share. */
export function precisionText({ precision, decided: { approved, denied } }: RuleFigures): string {
  return shareText(precision, approved + denied)
}

/** "60% of 40": how much of what staff denied a rule found. */
export function recallText({ recall }: RuleFigures, denied: number): string {
  return shareText(recall, denied)
}

function shareText(share: number | null, whole: number): string {
  if (share !== null) return `${percentText(share, 1)} of ${whole.toLocaleString()}`
  return whole === 0 ? '–' : `${whole.toLocaleString()} of ${MIN_DECISIONS}`
}

/** A rule in the mode that it has, and in the other one if it found something then. */
export type RuleRow = {
  readonly rule: RuleFigures
  readonly mode: 'active' | 'shadow'
  readonly flagged: FlaggedReferrals
  /** Whether the rule is in this mode now. */
  readonly isPresent: boolean
  /** Whether it is the first row of its rule. */
  readonly isMain: boolean
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
    return shown
      .toSorted((one, other) => Number(other.isPresent) - Number(one.isPresent))
      .map((row, index) => ({ ...row, isMain: index === 0 }))
  })
}
