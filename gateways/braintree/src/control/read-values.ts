import { Misfit } from '@goodword/sandbox/control/fitted'
import { type Day, parseDay } from '../model/day.ts'
import { type Cents, parseMoney } from '../model/money.ts'

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
