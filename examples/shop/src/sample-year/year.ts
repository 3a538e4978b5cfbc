const DAY_MS = 86_400_000
export const LAST_DAY = 365

/** Each move of the clock does all work that is due until then, so that a move a week is much faster than one for each day. */
const DAYS_OF_A_MOVE = 7
const TUESDAY = 2
/** The clock is moved each day from here on: the portal shows the last month by days. */
const FIRST_SINGLE_DAY = 336
/** All bills of the last 30 days are in the middle of them. */
const FIRST_BILLING_DAY = 20
/** The hour (UTC) at which the local gateway makes its bills. */
const BILLING_HOUR = 6

/** A time in the year, in milliseconds since the epoch. */
export function timeOf(startedAt: number, day: number): number {
  return Math.round(startedAt + day * DAY_MS)
}

/**
 * The days on which cards are charged first: one in each month, the same day of it, so that all bills of a month are made
 * together.
 */
export function billingDays(startedAt: number): readonly number[] {
  const first = new Date(startedAt + FIRST_BILLING_DAY * DAY_MS)
  // Each month has it.
  const dayOfMonth = Math.min(first.getUTCDate(), 28)
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const days = Array.from({ length: 13 }, (_, index) => Date.UTC(year, month + index, dayOfMonth))
  return days.map((it) => (it - dayStart(startedAt)) / DAY_MS).filter((it) => it < LAST_DAY)
}

/** The hour before the bills of a day are made at the gateway, as a number of days. */
export function beforeBills(startedAt: number, day: number): number {
  return day + (dayStart(startedAt) + (BILLING_HOUR - 1) * 3_600_000 - startedAt) / DAY_MS
}

/**
 * The day to which the clock is moved before people do what they do on a day: itself, or the Tuesday before it. What they do
 * while it moves on is seldom as late as in the next week then, so that weeks can be compared.
 */
export function moveFor(startedAt: number): (day: number) => number {
  const firstTuesday = (TUESDAY - new Date(startedAt).getUTCDay() + DAYS_OF_A_MOVE) % DAYS_OF_A_MOVE
  return (day) => {
    if (day >= FIRST_SINGLE_DAY) return day
    return day < firstTuesday ? 0 : day - ((day - firstTuesday) % DAYS_OF_A_MOVE)
  }
}

function dayStart(time: number): number {
  return time - (time % DAY_MS)
}
