import { LAST_REPORTING_TIME } from '@goodword/domain/values/time-zone'
import { Temporal } from 'temporal-polyfill'

/** A day of a calendar, `YYYY-MM-DD`. */
export type Day = string

/** The first day of the month of a day; it names the month. */
export function monthOf(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

/** The Monday of the week of a day. */
export function weekOf(day: Day): Day {
  const { dayOfWeek } = Temporal.PlainDate.from(day)
  return addDays(day, 1 - dayOfWeek)
}

export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString()
}

/** How many days a range of days has, both included. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'day' }).days + 1
}

/**
 * The days of a time zone, as instants. Days may have 23, 25 or other numbers of hours, and need not begin at midnight. A
 * calendar is made for one piece of work: it remembers the days that it has computed.
 */
export class ZonedCalendar {
  readonly #timeZone: string
  readonly #days: Span[] = []

  constructor(timeZone: string) {
    this.#timeZone = timeZone
  }

  /** The day of a moment: it has begun, and the next one has not. A moment after all days counts on the last. */
  dayOf(moment: number): Day {
    // Days of years with five digits could neither be parsed nor compared as text.
    const at = Math.min(moment, LAST_REPORTING_TIME)
    // Work goes through time in order, more or less, so the last days are the likely ones.
    const known = this.#days.findLast((it) => it.startsAt <= at && at < it.endsAt)
    if (known !== undefined) return known.day
    const found = this.#spanOf(at)
    if (this.#days.length >= MAX_REMEMBERED) this.#days.shift()
    this.#days.push(found)
    return found.day
  }

  #spanOf(at: number): Span {
    const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.#timeZone).toPlainDate()
    const day = date.toString()
    // A clock that was set back over midnight shows the end of a day twice.
    const before = [addDays(day, 1), day].find((it) => this.startOf(it) <= at) ?? addDays(day, -1)
    return { day: before, startsAt: this.startOf(before), endsAt: this.startOf(addDays(before, 1)) }
  }

  /** When a day begins. */
  startOf(day: Day): number {
    return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: this.#timeZone }).epochMilliseconds
  }

  /** When the next one begins. */
  endOf(day: Day): number {
    return this.startOf(addDays(day, 1))
  }
}

const MAX_REMEMBERED = 64

type Span = { readonly day: Day; readonly startsAt: number; readonly endsAt: number }
