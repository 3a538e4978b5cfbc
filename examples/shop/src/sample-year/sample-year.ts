import { readJsonFile, replaceFile } from '../json-file.ts'
import { decisions, type Step } from './decisions.ts'
import { firstCustomers, friends, otherVisits } from './friends.ts'
import { addCustomer, addFriend, leave, openLink, type Program, pay } from './people.ts'

const DAY_MS = 86_400_000
const LAST_DAY = 365

/** How far the year is, in a file. */
type Progress = {
  /** When the year began, by the clock of the program: milliseconds since the epoch. */
  readonly startedAt: number
  /** The first day of the week whose steps are next; null at the end. */
  readonly day: number | null
}

/** Moves the clock of the program to a time, in milliseconds since the epoch; a time that is past changes nothing. */
export type MoveClock = (to: number) => Promise<void>

/**
 * Makes a year of some forty people, who bring each other, pay and leave, in a test program whose clock moves along. A year that
 * was interrupted is continued on its day: every step may be repeated. A complete one is not made again. `report` gets each
 * tenth of the year when it is passed, as a percentage.
 */
export async function makeSampleYear(
  program: Program,
  moveTo: MoveClock,
  file: string,
  report: (percent: number) => void,
): Promise<void> {
  const { startedAt, day: first } = (await readJsonFile<Progress>(file)) ?? (await begin(program, file))
  if (first === null) return
  let reported = percentAt(first)
  for (const [day, steps] of byWeek) {
    if (day < first) continue
    await moveTo(startedAt + day * DAY_MS)
    for (const step of steps) await step.act(program)
    await keep(file, { startedAt, day: day + DAYS_OF_A_MOVE })
    const percent = percentAt(day + DAYS_OF_A_MOVE)
    if (percent > reported) report(percent)
    reported = percent
  }
  await moveTo(startedAt + LAST_DAY * DAY_MS)
  await keep(file, { startedAt, day: null })
}

/** How much of the year is over on a day, in steps of ten. */
function percentAt(day: number): number {
  return Math.floor((day / LAST_DAY) * 10) * 10
}

/** Each move of the clock does what is due until then, so that a move a week is much faster than one for each day. */
const DAYS_OF_A_MOVE = 7

/** The steps of the year by the first day of their week, in order. */
const byWeek: ReadonlyMap<number, readonly Step[]> = Map.groupBy(
  [
    ...firstCustomers.map(([name, day]) => ({ day, act: (it: Program) => addCustomer(it, name, 22) })),
    ...friends.flatMap((friend): readonly Step[] => {
      const { name, joins, pays, leaves, price } = friend
      return [
        { day: joins, act: (it) => addFriend(it, friend) },
        ...(pays === null ? [] : [{ day: joins + pays, act: (it: Program) => pay(it, name, price) }]),
        ...(leaves === null ? [] : [{ day: joins + leaves, act: (it: Program) => leave(it, name) }]),
      ]
    }),
    ...otherVisits.map(([day, referrer, via]) => ({
      day,
      act: (it: Program) => openLink(it, referrer, via, `visitor ${day}`),
    })),
    ...decisions,
  ].toSorted((a, b) => a.day - b.day),
  ({ day }) => day - (day % DAYS_OF_A_MOVE),
)

async function begin({ client }: Program, file: string): Promise<Progress> {
  const { now } = await client.readTestClock()
  const progress = { startedAt: now, day: 0 }
  await keep(file, progress)
  return progress
}

function keep(file: string, progress: Progress): Promise<void> {
  return replaceFile(file, `${JSON.stringify(progress)}\n`)
}
