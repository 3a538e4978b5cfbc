import { markdownTable } from '../laboratory/report/markdown-table.ts'
import type { LineFigures } from './load.ts'

/** The effect of one fault on the requests of the struck node and on all others. */
export type FaultRow = {
  readonly fault: string
  readonly struck: SideFigures
  readonly others: SideFigures
  readonly acknowledged: number
  readonly lost: number
  readonly doubled: number
  /** The milliseconds from the end of the fault until the last failure. */
  readonly recoveredAfterMs: number
}

export type SideFigures = {
  readonly acknowledged: number
  /** Requests without an acknowledgement, by their failure. */
  readonly failures: ReadonlyMap<string, number>
  readonly slowestMs: number
}

export function sideOf(lines: readonly LineFigures[]): SideFigures {
  const failures = new Map<string, number>()
  for (const line of lines)
    for (const [reason, times] of line.failures) failures.set(reason, (failures.get(reason) ?? 0) + times)
  return {
    acknowledged: lines.reduce((sum, it) => sum + it.acknowledged, 0),
    failures,
    slowestMs: Math.round(Math.max(0, ...lines.map((it) => it.slowestMs))),
  }
}

/** The rows as a table in Markdown. */
export function tableOf(rows: readonly FaultRow[]): string {
  const cells = rows.map((it) => [
    it.fault,
    textOf(it.struck),
    textOf(it.others),
    it.acknowledged.toLocaleString('en'),
    it.lost,
    it.doubled,
    `${(it.recoveredAfterMs / 1000).toFixed(1)} s`,
  ])
  return markdownTable(columns, cells)
}

function textOf({ acknowledged, failures, slowestMs }: SideFigures): string {
  if (acknowledged === 0 && failures.size === 0) return 'none'
  const failed = [...failures].map(([reason, times]) => `, ${times.toLocaleString('en')} × ${reason}`)
  return `${acknowledged.toLocaleString('en')} writes${failed.join('')}, slowest ${(slowestMs / 1000).toFixed(1)} s`
}

const columns = [
  'Fault',
  'Requests that need the node',
  'Other requests',
  'Acknowledged',
  'Lost',
  'Doubled',
  'Recovered after',
]
