import { UsageError } from '../command.ts'

const DEFAULT_HOURS = 24
const MAX_HOURS = 8760
const HOUR_MS = 3_600_000

/** Reads `--overlap <hours>`: how long a key that is replaced goes on, in milliseconds. */
export function overlapMsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_HOURS * HOUR_MS
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (hours <= MAX_HOURS) return hours * HOUR_MS
  throw new UsageError(`--overlap takes whole hours from 0 (at once) to ${MAX_HOURS}.`)
}
