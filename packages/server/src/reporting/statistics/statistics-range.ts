import { Refusal } from '@goodword/contract/frame/refusal'
import type { ZonedCalendar } from './calendar.ts'
import { addDays, type Day, daysBetween } from './calendar.ts'
import type { DayRange, Interval } from './day-range.ts'

/** Days as a request names them: `YYYY-MM-DD`, or any moment of the day in milliseconds since the epoch. */
export type AskedRange = { readonly from: string | null; readonly to: string | null }

const DEFAULT_DAYS = 30
/** The limits come to about 400 intervals. */
const MAX_DAYS = { DAY: 400, WEEK: 7 * 400, MONTH: 31 * 400 } as const satisfies Record<Interval, number>

/**
 * The days that are asked for: until today, and 30 of them, unless something else is said. Without an interval the range can
 * have any days that have the longest one.
 *
 * @throws Refusal VALIDATION_FAILED for a range that ends before it begins, or is too long for its interval
 */
export function rangeOf(
  asked: AskedRange,
  interval: Interval | null,
  calendar: ZonedCalendar,
  now: number,
): DayRange {
  const to = asked.to === null ? null : dayOf(asked.to, calendar)
  const from =
    asked.from === null ? addDays(to ?? calendar.dayOf(now), 1 - DEFAULT_DAYS) : dayOf(asked.from, calendar)
  const until = to ?? laterOf(calendar.dayOf(now), from)
  if (until < from) throw invalid('to', 'to must not be before from.')
  const days = daysBetween(from, until)
  const most = MAX_DAYS[interval ?? 'MONTH']
  if (days > most) {
    const message =
      interval === null
        ? `The range has ${days} days. It can have at most ${most}: use a shorter range.`
        : `The range has ${days} days. With interval=${interval} it can have at most ${most}: use a shorter range or a longer interval.`
    throw invalid('from', message)
  }
  return { from, to: until }
}

function dayOf(text: string, calendar: ZonedCalendar): Day {
  return text.includes('-') ? text : calendar.dayOf(Number(text))
}

function laterOf(one: Day, other: Day): Day {
  return one > other ? one : other
}

function invalid(param: string, message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', message, param)
}

/** A range with its moments. */
export function daysOf({ from, to }: DayRange, calendar: ZonedCalendar) {
  return { from, to, dateStarts: calendar.startOf(from), dateEnds: calendar.endOf(to) }
}
