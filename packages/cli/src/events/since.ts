import type { Client } from '@goodword/client'
import { UsageError } from '../command.ts'

const unitsMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The start of a period: a duration before now, or a day or time of its own. */
export type Since =
  | { readonly kind: 'ago'; readonly ms: number }
  | { readonly kind: 'at'; readonly time: number }

/** @throws UsageError for a text that is neither a duration such as `2h` nor a day or time such as `2026-03-01` */
export function sinceOf(text: string): Since {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (amount !== undefined) return { kind: 'ago', ms: Number(amount) * unitsMs[unit as keyof typeof unitsMs] }
  const time = dayOrTime.test(text) ? Date.parse(text) : Number.NaN
  // The parser takes the 31st of February for a day of March.
  if (!Number.isNaN(time) && isDay(text.slice(0, 10))) return { kind: 'at', time }
  throw new UsageError(
    '--since takes a duration such as 30m, 6h or 7d, or a day (of UTC) or time such as 2026-03-01 or 2026-03-01T09:30Z.',
  )
}

const dayOrTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:[.]\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/

function isDay(day: string): boolean {
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day)
}

/** The time at which the period starts, on the clock of the program: that of a test program may have been moved. */
export async function startOf(since: Since, client: Client, isTest: boolean): Promise<number> {
  if (since.kind === 'at') return since.time
  const { now } = isTest ? await client.readTestClock() : { now: Date.now() }
  return now - since.ms
}
