import { median } from '../laboratory/report/quantiles.ts'

/** How much of a run is warm-up, and how much of it at its beginning and end is compared. */
const PART = 1 / 4
const GROWTH = 1.1

/**
 * Whether a process that was watched at even distances stopped to grow once it was warm: in the last quarter of the run it
 * has about what it had in the second. Medians, because a collection of garbage may come at any moment; and some room for
 * what a heap takes without need.
 */
export function isFlat(residentMb: readonly number[], toleranceMb: number): boolean {
  const { warm, end } = warmAndEnd(residentMb)
  return end <= warm * GROWTH + toleranceMb
}

/** The medians that are compared. */
export function warmAndEnd(residentMb: readonly number[]): { readonly warm: number; readonly end: number } {
  const size = Math.floor(residentMb.length * PART)
  if (size === 0) throw new Error('at least four samples are needed')
  return { warm: median(residentMb.slice(size, 2 * size)), end: median(residentMb.slice(-size)) }
}
