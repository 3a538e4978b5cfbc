import { Type } from 'typebox'
import { type Advance, advance, type Progress } from '../clock/advance.ts'
import { isAtWork } from '../clock/at-work.ts'
import { nextDueAt } from '../clock/due-work.ts'
import { caughtUp } from '../clock/keep-time.ts'
import type { Account, Timed } from '../model/account.ts'
import { type ClockId, nowOf, type World } from '../model/world.ts'
import type { Control } from './control.ts'
import { ControlError } from './control-error.ts'
import { integer, moment, optional } from './fields.ts'
import { momentIn } from './moment-in.ts'

/** How far a clock may be moved, whatever the processor is: one of these. */
export const journeyFields = {
  to: optional(moment()),
  days: optional(integer(1, 36_600)),
  hours: optional(integer(1, 878_400)),
  nextDue: optional(Type.Literal(true, { description: 'true' })),
}

export type PlainJourney = {
  readonly to?: string
  readonly days?: number
  readonly hours?: number
  readonly nextDue?: true
}

/** Where a move ends: it is called when the clock has done its due work. */
export type GoalOf = () => number

export type MoveOptions = {
  readonly onProgress?: (progress: Progress) => void
  readonly clockId?: ClockId
}

const HOUR_MS = 3_600_000

const movesUnderWay = new WeakMap<Timed, Progress>()

/** How far a clock is on a move that has not ended; null while none is under way. */
export function moveUnderWay(timed: Timed): Progress | null {
  return movesUnderWay.get(timed) ?? null
}

const stops = new WeakMap<Timed, string>()

/** Why the last move stopped on the way, so that a page that was loaded again can say so; null if it arrived. */
export function lastStop(timed: Timed): string | null {
  return stops.get(timed) ?? null
}

/**
 * Moves a clock, after a running one has done its due work.
 *
 * @throws {ControlError} also when time had to stop on the way
 */
export async function moveClock<A extends Account>(
  { gateway, changed }: Pick<Control<A>, 'gateway' | 'changed'>,
  account: A,
  goalOf: GoalOf,
  { onProgress, clockId = null }: MoveOptions = {},
): Promise<Omit<Advance, 'stopped'>> {
  const timed = gateway.processor.timed(account, clockId)
  await caughtUp(account)
  let reached: Progress | null = null
  const note = (progress: Progress) => {
    reached = progress
    movesUnderWay.set(timed, progress)
    onProgress?.(progress)
  }
  const { stopped, ...way } = await advance(gateway, account, goalOf(), note, clockId).finally(() => {
    // A move that was refused because of another one has reached nothing.
    if (reached !== null) movesUnderWay.delete(timed)
  })
  changed()
  if (reached !== null) stops.delete(timed)
  if (stopped === null) return way
  const message = `${stopped.message}.`.replace(/^./, (letter) => letter.toUpperCase())
  if (stopped.reason === 'barrier' || stopped.reason === 'endless') stops.set(timed, message)
  if (stopped.reason === 'past') throw new ControlError('INVALID', message)
  throw new ControlError(stopped.reason === 'barrier' ? 'BARRIER_FAILED' : 'CONFLICT', message)
}

/** Lets the clock run with the machine's, or stops it. @throws {ControlError} while it is moving */
export function setRunning<A extends Account>(
  { gateway, changed }: Control<A>,
  account: A,
  runs: boolean,
): void {
  checkIdle(account)
  account.clock = { at: nowOf(gateway, account), runsSince: runs ? gateway.machineNow() : null }
  changed()
}

/** @throws {ControlError} while the clock is moved, as the work under way would go on with the former state */
export function checkIdle(account: Account): void {
  if (!isAtWork(account)) return
  throw new ControlError('CONFLICT', `The clock of ${account.id} is moving; retry when it has stopped.`)
}

/** @throws {ControlError} */
export function plainGoal<A extends Account>(
  world: World<A>,
  account: A,
  { to, days = 0, hours = 0, nextDue }: PlainJourney,
): number {
  const now = nowOf(world, account)
  if (to !== undefined) return momentIn(to, 'to')
  if (nextDue !== true) return now + (days * 24 + hours) * HOUR_MS
  return laterOf(now, nextDueAt(world, account), 'Nothing is due: there are no bills and no notifications.')
}

/** The goal, or now if it is in the past. @throws {ControlError} with a message when there is no goal */
export function laterOf(now: number, goal: number | null, otherwise: string): number {
  if (goal === null) throw new ControlError('CONFLICT', otherwise)
  return Math.max(now, goal)
}
