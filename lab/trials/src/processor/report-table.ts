import { markdownTable } from '../laboratory/report/markdown-table.ts'
import { total } from './differences.ts'
import type { TrialReport } from './processor-trial.ts'

/** The reports as two tables in Markdown: the faults with their effects, and the bills. */
export function tablesOf(reports: readonly TrialReport[]): string {
  return [tableOf(faultColumns, reports), tableOf(billColumns, reports)].join('\n\n')
}

type Columns = Readonly<Record<string, (report: TrialReport) => string | number>>

function tableOf(columns: Columns, reports: readonly TrialReport[]): string {
  const names = Object.keys(columns)
  const rows = reports.map((report) => Object.values(columns).map((cell) => `${cell(report)}`))
  return markdownTable(names, rows)
}

const faultColumns: Columns = {
  Target: ({ target }) => target,
  Seed: ({ seed }) => seed,
  Friends: ({ friends }) => friends,
  Days: ({ days }) => days,
  Kills: ({ kills }) => kills,
  'Answers lost': ({ hits }) => hits.answer_lost ?? 0,
  'Answers 503': ({ hits }) => hits.status ?? 0,
  'Applied late': ({ hits }) => hits.applied_late ?? 0,
  'Notifications lost': ({ lostNotifications }) => lostNotifications,
  'Right effects': ({ comparison }) => comparison.right,
  Lost: (report) => countOf(report, 'lost'),
  Doubled: (report) => countOf(report, 'doubled'),
  Phantom: (report) => countOf(report, 'phantom'),
  'Time to converge': ({ hoursToConverge, secondsToConverge }) =>
    hoursToConverge === null ? 'never' : `${hoursToConverge} h, ${secondsToConverge} s`,
  Seconds: ({ seconds }) => seconds,
}

const billColumns: Columns = {
  Target: ({ target }) => target,
  Seed: ({ seed }) => seed,
  'Decided in an outage': ({ billFaults: it }) =>
    (it['denied in an outage'] ?? 0) + (it['approved in an outage'] ?? 0),
  'Changed by hand': ({ billFaults: it }) => (it['removed by hand'] ?? 0) + (it['raised by hand'] ?? 0),
  Bills: ({ comparison: { bills } }) => bills.bills,
  Wrong: ({ comparison: { bills } }) => bills.wrong,
  'Listed as wrong': ({ comparison: { bills } }) => bills.found,
  'Listed falsely, or otherwise than they were': ({ comparison: { bills } }) => bills.unlisted.length,
  'Paid too much': ({ comparison: { bills } }) => amountOf(bills.paidTooMuch),
  Refunded: ({ comparison: { bills } }) => amountOf(bills.refunded),
  'Refunds that are wrong': ({ comparison: { bills } }) => total(bills.refunds),
}

function countOf({ comparison }: TrialReport, kind: 'lost' | 'doubled' | 'phantom'): number {
  const parts = [comparison.discounts, comparison.bills.refunds, comparison.conversions]
  return parts.reduce((sum, part) => sum + part[kind].length, 0)
}

function amountOf(minor: number): string {
  return (minor / 100).toFixed(2)
}
