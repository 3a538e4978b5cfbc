import { count } from './number-text.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "3 days", "2 hours", "less than a minute": a time in milliseconds in its greatest unit of which there are at least two. */
export function durationText(ms: number): string {
  for (const [unit, unitMs] of units) {
    if (ms >= 2 * unitMs) return count(Math.round(ms / unitMs), unit)
  }
  return ms >= 60_000 ? '1 minute' : 'less than a minute'
}
