import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { threeFigures, whole } from '../report/cells.ts'
import type { Work, Writes } from './read-writes.ts'

/** What was done for some calls of a kind. */
export type Cost = Work & {
  readonly what: string
  readonly calls: number
  /** Processor time, in milliseconds; null if the system does not report it. */
  readonly serviceMs: number | null
  readonly databaseMs: number | null
}

/** All of it, each figure per call. */
export function costText(costs: readonly Cost[]): string {
  return markdownTable(
    [
      'per call',
      'statements',
      'transactions',
      'rows',
      'index entries',
      'WAL bytes',
      'service ms',
      'PostgreSQL ms',
    ],
    costs.map((cost) => {
      const sum = (of: (writes: Writes) => number) =>
        cost.writes.reduce((total, it) => total + of(it), 0) / cost.calls
      const ms = (value: number | null) => (value === null ? '' : threeFigures(value / cost.calls))
      return [
        cost.what,
        threeFigures(cost.statements / cost.calls),
        threeFigures(cost.commits / cost.calls),
        threeFigures(sum((it) => it.inserted + it.updated + it.deleted)),
        threeFigures(sum((it) => it.entries)),
        whole(sum((it) => it.bytes)),
        ms(cost.serviceMs),
        ms(cost.databaseMs),
      ]
    }),
  )
}

/** Fewer per call are not shown. */
const MIN_PER_CALL = 0.01

/** What one call wrote, by table and index. */
export function writesText({ what, calls, writes }: Cost): string {
  const lines = writes
    .filter((it) => it.bytes / calls >= 1)
    .map((it) => {
      const per = (count: number) => (count / calls < MIN_PER_CALL ? '' : threeFigures(count / calls))
      const name = it.index === null ? it.table : `${it.table}: ${it.index}`
      return [
        name,
        per(it.inserted),
        per(it.updated),
        per(it.hotUpdated),
        per(it.deleted),
        per(it.entries),
        whole(it.bytes / calls),
      ]
    })
  const titles = [what, 'inserted', 'updated', 'of them HOT', 'deleted', 'index entries', 'WAL bytes']
  return markdownTable(titles, lines)
}
