import { readJsonFile, replaceFile } from '../json-file.ts'
import { mendBills, removeDiscount } from './card-payments.ts'
import { makeCrowd } from './crowd.ts'
import { decisions } from './decisions.ts'
import { fraud } from './fraud.ts'
import { type Friend, firstCustomers, friends } from './friends.ts'
import { addCustomer, addFriend, leave, openLink, type Program, pay, type Step } from './people.ts'
import { beforeBills, LAST_DAY, billingDays, moveFor, timeOf } from './year.ts'

/** How far the year is, in a file. */
type Progress = {
  /** When the year began, by the clock of the program: milliseconds since the epoch. */
  readonly startedAt: number
  /** The day from which on steps are left; null at the end. */
  readonly day: number | null
}

/** Moves the clock of the program to a time, in milliseconds since the epoch; a time that is past changes nothing. */
export type MoveClock = (to: number) => Promise<void>

/** Requests that are sent at the same time. */
const AT_ONCE = 16

/**
 * Makes a year of some four hundred people, who bring each other, pay and leave, in a test program whose clock moves along. A year
 * that was interrupted is continued where it was: every step may be repeated. A complete one is not made again. `report` gets
 * each tenth of the year when it is passed, as a percentage.
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
  const moves = [...movesOf(startedAt)].filter(([day]) => day >= first)
  const spent: Record<string, number> = {}
  let last = performance.now()
  const lap = (w: string) => { const n = performance.now(); spent[w] = (spent[w] ?? 0) + n - last; last = n }
  for (const [index, [day, phases]] of moves.entries()) {
    await moveTo(timeOf(startedAt, day))
    lap(day > 300 ? 'moveDaily' : 'move')
    for (const [phase, steps] of phases.entries()) {
      await perform(steps, program, phase === phases.length - 1 ? 1 : AT_ONCE)
      lap(`phase ${phase}`)
    }
    const next = moves[index + 1]?.[0] ?? null
    await keep(file, { startedAt, day: next })
    if (next === null) {
      const { writeFileSync } = await import('node:fs')
      writeFileSync(`${file}.laps`, JSON.stringify({ spent, moves: moves.length, steps: moves.reduce((n, [, p]) => n + p.flat().length, 0) }))
      return
    }
    const percent = percentAt(next)
    if (percent > reported) report(percent)
    reported = percent
  }
}

/** How much of the year is over on a day, in steps of ten. */
function percentAt(day: number): number {
  return Math.floor((day / LAST_DAY) * 10) * 10
}

async function perform(steps: readonly Step[], program: Program, atOnce: number): Promise<void> {
  const left = [...steps]
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let step = left.shift(); step !== undefined; step = left.shift()) await step.act(program)
    }),
  )
}

/** The days to which the clock is moved, in order, with what happens then: steps of one phase after those of the phase before it. */
function movesOf(startedAt: number): ReadonlyMap<number, readonly (readonly Step[])[]> {
  const crowd = makeCrowd(startedAt)
  const all = [...friends, ...crowd.friends]
  const phases: readonly (readonly Step[])[] = [
    firstCustomers.map(([name, day]) => ({ day, act: (it) => addCustomer(it, name, 22) })),
    all.map((friend) => ({ day: friend.joins, act: (it) => addFriend(it, friend) })),
    stepsOf(all, ({ pays }) => pays, pay),
    stepsOf(all, ({ leaves }) => leaves, leave),
    crowd.visits.map(({ day, referrer, via }, index) => ({
      day,
      act: (it) => openLink(it, referrer, via, `visitor ${index}`),
    })),
    [...decisions, ...fraud, ...wrongBill(startedAt, crowd.friends)].toSorted((a, b) => a.day - b.day),
  ]
  const moveOf = moveFor(startedAt)
  const days = [...new Set(phases.flat().map(({ day }) => moveOf(day)))].toSorted((a, b) => a - b)
  return new Map(
    days.map((day) => [day, phases.map((steps) => steps.filter((it) => moveOf(it.day) === day))]),
  )
}

function stepsOf(
  all: readonly Friend[],
  dayOf: (friend: Friend) => number | null,
  act: (program: Program, friend: Friend) => Promise<void>,
): readonly Step[] {
  return all.flatMap((friend) => {
    const day = dayOf(friend)
    return day === null || day > LAST_DAY ? [] : [{ day, act: (it: Program) => act(it, friend) }]
  })
}

/** One bill of a card is made without the discount, which is found, and given back by staff. */
function wrongBill(startedAt: number, crowd: readonly Friend[]): readonly Step[] {
  const [paid, billed] = billingDays(startedAt).slice(-4, -2)
  const friend = crowd.find((it) => it.paysByCard && it.pays === paid)
  if (friend === undefined || billed === undefined) return []
  return [
    {
      day: beforeBills(startedAt, billed),
      act: async ({ client, gateway }) => gateway && removeDiscount(client, gateway, friend),
    },
    { day: billed + 2, act: async ({ client, gateway }) => gateway && mendBills(client) },
  ]
}

async function begin({ client }: Program, file: string): Promise<Progress> {
  const { now } = await client.readTestClock()
  const progress = { startedAt: now, day: 0 }
  await keep(file, progress)
  return progress
}

function keep(file: string, progress: Progress): Promise<void> {
  return replaceFile(file, `${JSON.stringify(progress)}\n`)
}
