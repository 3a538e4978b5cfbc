import { Misfit } from './fitted.ts'

/** Milliseconds since the epoch. @throws {Misfit} */
export function momentIn(text: string, place: string): number {
  const moment = Date.parse(text)
  if (Number.isNaN(moment)) throw new Misfit([`${place}: ${text} is not a valid time.`])
  return moment
}
