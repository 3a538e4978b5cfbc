import { markdownTable } from '../laboratory/report/markdown-table.ts'
import type { TimedResponse } from './send-request.ts'

/** The answers to callers during an outage of the database, in milliseconds. */
export type Outage = {
  readonly name: string
  readonly requests: number
  readonly slowestMs: number
  readonly slowestLaterMs: number
  readonly slowestLiveMs: number
  readonly redAfterMs: number
  readonly greenAfterMs: number
  /** The callers retried after `Retry-After`. */
  readonly doneAfterMs: number
}

export function slowestOf(responses: readonly TimedResponse[]): number {
  return Math.max(...responses.map((it) => it.tookMs))
}

/** The outages as a table in Markdown. */
export function tableOf(outages: readonly Outage[]): string {
  const rows = outages.map(({ name, requests, ...times }) => [
    name,
    requests,
    ...timeColumns.map(([of]) => `${Math.round(times[of])} ms`),
  ])
  const columns = ['The database …', 'Requests', ...timeColumns.map(([, title]) => title)]
  return markdownTable(columns, rows)
}

const timeColumns = [
  ['slowestMs', 'Slowest 503'],
  ['slowestLaterMs', 'Slowest 503 later'],
  ['slowestLiveMs', 'Slowest /livez'],
  ['redAfterMs', 'Not ready after'],
  ['greenAfterMs', 'Ready again after'],
  ['doneAfterMs', 'All done after'],
] as const
