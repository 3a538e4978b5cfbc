import { type Static, Type } from 'typebox'
import { type Advance, advance, type Progress } from '../clock/advance.ts'
import { isAtWork } from '../clock/at-work.ts'
import { momentAfterCycles } from '../clock/cycles-ahead.ts'
import { nextDueAt } from '../clock/due-work.ts'
import { caughtUp } from '../clock/keep-time.ts'
import { type Gateway, nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Control } from './control.ts'
import { ControlError, notThere } from './control-error.ts'
import { id, integer, moment, only, optional } from './fields.ts'
import { momentIn } from './read-values.ts'

/** How far a clock is to be moved: one of these. */
export const journey = only({
  to: optional(moment()),
  days: optional(integer(1, 36_600)),
  hours: optional(integer(1, 878_400)),
  cycles: optional(integer(1, 1_200)),
  subscriptionId: optional(id()),
  nextDue: optional(Type.Literal(true, { description: 'true' })),
})

export type Journey = Static<typeof journey>

const HOUR_MS = 3_600_000

const movesUnderWay = new WeakMap<Merchant, Progress>()

/** How far the clock of a merchant is on a move that has not ended; null while none is under way. */
export function moveUnderWay(merchant: Merchant): Progress | null {
  return movesUnderWay.get(merchant) ?? null
}

const stops = new WeakMap<Merchant, string>()

/** Why the last move stopped on the way, so that a page that was loaded again can say so; null if it arrived. */
export function lastStop(merchant: Merchant): string | null {
  return stops.get(merchant) ?? null
}

/**
 * Moves a merchant's clock, after a running one has done what is due by now.
 *
 * @throws {ControlError} also when time had to stop on the way
 */
export async function moveClock(
  { gateway, changed }: Pick<Control, 'gateway' | 'changed'>,
  merchant: Merchant,
  wantedJourney: Journey,
  onProgress?: (progress: Progress) => void,
): Promise<Omit<Advance, 'stopped'>> {
  await caughtUp(merchant)
  let reached: Progress | null = null
  const note = (progress: Progress) => {
    reached = progress
    movesUnderWay.set(merchant, progress)
    onProgress?.(progress)
  }
  const goal = goalOf(gateway, merchant, wantedJourney)
  const { stopped, ...way } = await advance(gateway, merchant, goal, note).finally(() => {
    // A move that was refused because of another one has reached nothing.
    if (reached !== null) movesUnderWay.delete(merchant)
  })
  changed()
  if (reached !== null) stops.delete(merchant)
  if (stopped === null) return way
  const message = `${stopped.message}.`.replace(/^./, (letter) => letter.toUpperCase())
  if (stopped.reason === 'barrier' || stopped.reason === 'endless') stops.set(merchant, message)
  if (stopped.reason === 'past') throw new ControlError('INVALID', message)
  throw new ControlError(stopped.reason === 'barrier' ? 'BARRIER_FAILED' : 'CONFLICT', message)
}

/** Lets the clock run with the machine's, or stops it. @throws {ControlError} while it is moving */
export function setRunning({ gateway, changed }: Control, merchant: Merchant, runs: boolean): void {
  checkIdle(merchant)
  merchant.clock = { at: nowOf(gateway, merchant), runsSince: runs ? gateway.machineNow() : null }
  changed()
}

/** @throws {ControlError} while the clock is moved, as the work under way would go on with what was */
export function checkIdle(merchant: Merchant): void {
  if (!isAtWork(merchant)) return
  throw new ControlError('CONFLICT', `The clock of ${merchant.id} is moving; retry when it has stopped.`)
}

function goalOf(gateway: Gateway, merchant: Merchant, wantedJourney: Journey): number {
  const { to, days, hours, cycles, subscriptionId, nextDue } = wantedJourney
  const given = [to, days, hours, cycles, nextDue].filter((each) => each !== undefined)
  if (given.length !== 1 || (subscriptionId !== undefined && cycles === undefined)) {
    const message = 'Send one of to, days, hours, cycles (optionally with subscriptionId) or nextDue.'
    throw new ControlError('INVALID', message)
  }
  const now = nowOf(gateway, merchant)
  if (to !== undefined) return momentIn(to, 'to')
  if (nextDue === true)
    return laterOf(now, nextDueAt(merchant), 'Nothing is due: there are no bills and no notifications.')
  if (cycles === undefined) return now + ((days ?? 0) * 24 + (hours ?? 0)) * HOUR_MS
  const subscription = subscriptionId === undefined ? null : merchant.subscriptions.get(subscriptionId)
  if (subscription === undefined) throw notThere(`subscription ${subscriptionId}`)
  const many = cycles === 1 ? 'a cycle' : `${cycles} cycles`
  return laterOf(
    now,
    momentAfterCycles(merchant, subscription, cycles),
    `Nothing will be billed for ${many}: no subscription lasts that long.`,
  )
}

/** What is due already is done on the spot. */
function laterOf(now: number, goal: number | null, otherwise: string): number {
  if (goal === null) throw new ControlError('CONFLICT', otherwise)
  return Math.max(now, goal)
}
