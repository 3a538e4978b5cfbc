import { markdownTable } from '../laboratory/report/markdown-table.ts'
import type { Measures, Share } from './measures.ts'

/** The measures of a corpus as tables in Markdown. */
export function fraudTables(name: string, measures: Measures): string {
  return [`**${name}**`, overall(measures), byRule(measures), byKind(measures)].join('\n\n')
}

function overall(it: Measures): string {
  const rows = [
    ['Referrals, of which dishonest', `${it.lives}, ${it.dishonest}`],
    ['Precision of holds', percent(it.rightlyHeld, it.held)],
    ['Recall: dishonest referrals that are held', percent(it.rightlyHeld, it.dishonest)],
    ['Recall: mean over the dishonest kinds', meanOverKinds(it)],
    ['Honest referrals that are held', percent(it.held - it.rightlyHeld, it.lives - it.dishonest)],
    ['Honest referrals on shared networks that are held', ofShare(it.sharedNetworks)],
    ['Honest referrals by mobile carriers and relays that are held', ofShare(it.privacyNetworks)],
    ['Other honest referrals that are held', ofShare(it.otherHonest)],
    ['Dollars for dishonest referrers, and without any rule', `${it.lost}, ${it.wouldBeLost}`],
    ['Rewards of a farm before its first hold', `${it.farmRewardsBeforeFirstHold}`],
    ['Rewards of farms after their first hour', `${it.farmRewardsAfterAnHour}`],
  ]
  return markdownTable(['Measure', 'Value'], rows)
}

function byRule({ rules, lives }: Measures): string {
  const rows = rules.map((it) => [
    it.rule,
    it.isActive ? 'held' : 'only noted',
    percent(it.right, it.flagged),
    percent(it.found, it.ofItsKinds),
    ((1000 * it.flagged) / lives).toFixed(1),
  ])
  return markdownTable(['Rule', 'Effect', 'Precision', 'Recall over its kinds', 'Alerts per 1,000'], rows)
}

function byKind({ kinds }: Measures): string {
  const rows = kinds
    .toSorted((one, other) => Number(one.isHonest) - Number(other.isHonest))
    .map((it) => [it.kind, it.isHonest ? 'honest' : 'dishonest', ofShare(it)])
  return markdownTable(['Kind', 'Label', 'Held'], rows)
}

function meanOverKinds({ kinds }: Measures): string {
  const dishonest = kinds.filter((it) => !it.isHonest)
  const sum = dishonest.reduce((total, it) => total + it.held / it.of, 0)
  return `${((100 * sum) / dishonest.length).toFixed(1)} % of ${dishonest.length} kinds`
}

function ofShare({ held, of }: Share): string {
  return percent(held, of)
}

function percent(part: number, of: number): string {
  return of === 0 ? 'none' : `${((100 * part) / of).toFixed(1)} % (${part} of ${of})`
}
