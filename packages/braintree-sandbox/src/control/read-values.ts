import { type Day, parseDay } from '../model/day.ts'
import { type Cents, parseMoney } from '../model/money.ts'
import { Misfit } from './fitted.ts'

/** Money that fits its schema. */
export function centsOf(text: string): Cents {
  const cents = parseMoney(text)
  if (cents === null) throw new Misfit([`${text} is not an amount such as "12.34".`])
  return cents
}

/** A day of the calendar. @throws {Misfit} for 30 February */
export function dayIn(text: string, place: string): Day {
  const day = parseDay(text)
  if (day === null) throw new Misfit([`${place}: ${text} is not a valid date.`])
  return day
}

/** Milliseconds since the epoch. @throws {Misfit} */
export function momentIn(text: string, place: string): number {
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw new Misfit([`${place}: ${text} is not a valid time.`])
  return moment
}
