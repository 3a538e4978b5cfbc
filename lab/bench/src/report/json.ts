import type { Result } from '../states.ts'

/** One array, for programs. */
export function jsonReport(results: readonly Result[]): string {
  return JSON.stringify(
    results.map((it) => ({
      name: `${it.scenario} at ${it.state}`,
      perSecond: round(it.perSecond, 1),
      p50Ms: round(it.p50Ms, 2),
      p99Ms: round(it.p99Ms, 2),
      longestMs: round(it.longestMs, 2),
      residentMb: round(it.residentMb, 1),
      ceilingPerSecond: round(it.ceilingPerSecond, 1),
      ratio: round(it.ratio, 3),
      bareInsertRatio: it.bareInsertRatio === null ? null : round(it.bareInsertRatio, 3),
      oldestPerSecond: it.onOldest === null ? null : round(it.onOldest.perSecond, 1),
      oldestRatio: it.onOldest === null ? null : round(it.onOldest.ratio, 3),
    })),
    null,
    2,
  )
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
