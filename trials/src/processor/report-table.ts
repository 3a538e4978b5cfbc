import type { TrialReport } from './processor-trial.ts'

/** The reports as a table in Markdown. */
export function tableOf(reports: readonly TrialReport[]): string {
  const rows = reports.map(({ comparison, hits, ...it }) => {
    const parts = [comparison.discounts, comparison.refunds, comparison.conversions]
    const count = (kind: 'lost' | 'doubled' | 'phantom') =>
      parts.reduce((sum, part) => sum + part[kind].length, 0)
    const healed =
      it.hoursToConverge === null ? 'never' : `${it.hoursToConverge} h, ${it.secondsToConverge} s`
    return [
      it.target,
      it.friends,
      it.days,
      it.kills,
      hits.answer_lost ?? 0,
      hits.status ?? 0,
      hits.applied_late ?? 0,
      it.lostNotifications,
      comparison.right,
      count('lost'),
      count('doubled'),
      count('phantom'),
      healed,
      it.seconds,
    ]
  })
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const columns = [
  'Target',
  'Friends',
  'Days',
  'Kills',
  'Answers lost',
  'Answers 503',
  'Applied late',
  'Notifications lost',
  'Right effects',
  'Lost',
  'Doubled',
  'Phantom',
  'Time to converge',
  'Seconds',
]
