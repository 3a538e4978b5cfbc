import type { Window } from './run-load-for-windows.ts'

const STEADY_AFTER_SECONDS = 30

/** The windows as a table, with the ratio of each rate to the rate after 30 seconds. */
export function freshText(name: string, seconds: number, windows: readonly Window[]): string {
  const last = windows.slice(Math.ceil(STEADY_AFTER_SECONDS / seconds))
  const steady = last.reduce((sum, it) => sum + it.calls, 0) / last.length
  const lines = windows.map(({ calls, errors, p99Ms, databaseMs }, index) =>
    [
      `${index * seconds}–${(index + 1) * seconds} s`.padEnd(8),
      `${Math.round(calls / seconds)}/s`.padStart(8),
      (calls / steady).toFixed(2).padStart(6),
      `${errors} errors`.padStart(10),
      `p99 ${p99Ms.toFixed(1)} ms`.padStart(14),
      databaseMs === null ? '' : `  PostgreSQL ${databaseMs.toFixed(2)} ms of processor per call`,
    ].join(' '),
  )
  return [`${name}, a new database: calls/s, ratio to the rate after 30 s`, ...lines].join('\n')
}
