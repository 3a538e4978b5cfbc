import type { Transaction } from '../../frame/context.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { type Day, ZonedCalendar } from './calendar.ts'
import { bucketsOf, countBucket } from './counting/count-clicks.ts'
import { Counts } from './counting/counts.ts'
import type { DayRange } from './day-range.ts'
import { loadFirstDay } from './rows/counts.ts'
import { loadGenerations } from './rows/generations.ts'
import { loadClicks } from './rows/raw-clicks.ts'

/** The current generation of a tenant. */
export type OpenedGeneration = {
  readonly generation: number
  readonly timeZone: string
  readonly calendar: ZonedCalendar
  /** Figures of another time zone, or of all that was stored before, are being counted. */
  readonly isRecounting: boolean
}

/** A generation with the clicks that it has not counted yet. */
export type OpenedStatistics = OpenedGeneration & {
  /** The first day that has a count. */
  readonly firstDay: Day | null
  /** The counts of those clicks. */
  readonly latest: Counts
  /** Later clicks are too many to be counted while they are read; null when there are none. */
  readonly clicksUntil: number | null
}

/** More clicks than this are not counted within a request. */
const MAX_CLICKS = 5000
/** A time after any click. */
const LAST = Date.UTC(9000, 0)

/** Opens the statistics within a transaction that reads: all of it belongs together. */
export async function openStatistics(tx: Transaction): Promise<OpenedStatistics> {
  const { clicksFrom, hasFlagsLeft: _, ...opened } = await openGeneration(tx)
  const { calendar, generation } = opened
  const [clicks, firstDay] = await Promise.all([
    loadClicks(tx, clicksFrom, LAST, MAX_CLICKS + 1),
    loadFirstDay(tx, generation),
  ])
  const clicksUntil = clicks.length > MAX_CLICKS ? (clicks.at(-1)?.at ?? null) : null
  const own = clicks.filter((it) => clicksUntil === null || it.at < clicksUntil)
  const { buckets } = await bucketsOf(tx, own)
  const latest = new Counts()
  for (const bucket of buckets) countBucket(latest, calendar, bucket)
  return { ...opened, firstDay, latest, clicksUntil }
}

/** The generation with its uncounted rows: the time of the first clicks, and whether flagged referrals are left. */
export async function openGeneration(
  tx: Transaction,
): Promise<OpenedGeneration & { readonly clicksFrom: number; readonly hasFlagsLeft: boolean }> {
  const [{ settings }, generations] = await Promise.all([loadProgram(tx), loadGenerations(tx)])
  const asked = settingsOf(settings).timeZone
  const current = generations.find((it) => it.state === 'CURRENT')
  const timeZone = current?.time_zone ?? asked
  return {
    generation: current?.generation ?? 0,
    timeZone,
    calendar: new ZonedCalendar(timeZone),
    isRecounting: current === undefined || !current.is_complete || asked !== timeZone,
    clicksFrom: current?.clicks_until ?? 0,
    hasFlagsLeft: current === undefined || current.flags_until !== null,
  }
}

/** Whether a range has everything, so that its sums are those of all time. */
export function isAllTime({ firstDay }: OpenedStatistics, range: DayRange, today: Day): boolean {
  return range.to >= today && (firstDay === null || range.from <= firstDay)
}
