import type { Account, Timed } from '../model/account.ts'
import { type ClockId, nowOf, type World } from '../model/world.ts'
import { deliveredSoFar } from '../webhooks/send.ts'
import { begin, end } from './at-work.ts'
import { callBarrier } from './barrier.ts'
import { doWhatIsDue, nextDueAt } from './due-work.ts'

/** The result of an advance. */
export type Advance = {
  /** The time of the clock, before and after. */
  readonly from: number
  readonly to: number
  /** The moments at which something was due. */
  readonly moments: number
  /** The number that were delivered. */
  readonly notifications: number
  /** The moments at which the listener at the barrier was not done, and time went on because fault rules fail its requests. */
  readonly unfinished: number
  /** Null when the clock reached its goal. */
  readonly stopped: Stop | null
}

/** Why the clock stopped. Nothing is lost: another advance continues from there. */
export type Stop = {
  /** `busy`: the clock is being moved already. `past`: time does not go back. `endless`: there was no end of work. */
  readonly reason: 'busy' | 'past' | 'barrier' | 'endless' | 'closing'
  /** A message for the caller who moves the clock. */
  readonly message: string
}

/** The progress: `to` is the goal, and `at` is the clock's current time. */
export type Progress = Omit<Advance, 'stopped'> & {
  readonly at: number
  /** The response of the listener at the barrier that time waits for; null without one. */
  readonly waitsFor: string | null
}

/** A listener at the barrier may create new work for the same moment, but hardly as often as this. */
const PASSES_AT_ONE_MOMENT = 100

/**
 * Moves a clock of an account ahead to a moment. At each moment on the way at which something is due it is done, notifications
 * are delivered, and the barrier is awaited, before time continues. The clock is stopped meanwhile; if it was running, it
 * continues from the reached time.
 */
export async function advance<A extends Account>(
  world: World<A>,
  account: A,
  to: number,
  onProgress: (progress: Progress) => void = () => undefined,
  clockId: ClockId = null,
): Promise<Advance> {
  const timed = world.processor.timed(account, clockId)
  const from = nowOf(world, account, clockId)
  const notMoved = { from, to: from, moments: 0, notifications: 0, unfinished: 0 }
  if (to < from) return { ...notMoved, stopped: past(from, to) }
  if (!begin(timed)) return { ...notMoved, stopped: busy(account) }
  const wasRunning = timed.clock.runsSince !== null
  timed.clock = { at: from, runsSince: null }
  try {
    return await moveTo(world, account, { clockId, timed, from, to, onProgress })
  } finally {
    if (wasRunning) timed.clock = { at: timed.clock.at, runsSince: world.machineNow() }
    end(timed)
  }
}

type Way = {
  readonly clockId: ClockId
  readonly timed: Timed
  readonly from: number
  readonly to: number
  readonly onProgress: (progress: Progress) => void
}

async function moveTo<A extends Account>(world: World<A>, account: A, way: Way): Promise<Advance> {
  const { clockId, timed, from, to, onProgress } = way
  const { clock } = timed
  const before = deliveredSoFar(account)
  let [moments, passes, unfinished] = [0, 0, 0]
  // When the listener has something to do by itself; null while it has not said so.
  let listenerDueAt: number | null = null
  const countNow = () => ({ from, moments, notifications: deliveredSoFar(account) - before, unfinished })
  const ended = (stopped: Stop | null) => ({ ...countNow(), to: clock.at, stopped })
  // The first pass is at the current moment: a listener that is behind is called before the clock moves.
  for (;;) {
    const done = await doWhatIsDue(world, account, clockId, clock.at)
    if (passes === 0 && done !== 'nothing') moments += 1
    const known = deliveredSoFar(account)
    const isIdle = listenerDueAt !== null && clock.at < Math.min(listenerDueAt, to)
    // No notification says that transactions settle, so a listener that waits for its time need not know.
    if (done !== 'settlement' || !isIdle) {
      const onWait = (waitsFor: string) => onProgress({ ...countNow(), to, at: clock.at, waitsFor })
      const outcome = await callBarrier(world, account, { onWait, clockId })
      if (world.closing.aborted) return ended(closing)
      if (outcome.kind === 'refused') return ended({ reason: 'barrier', message: outcome.message })
      if (outcome.kind === 'unfinished') {
        unfinished += 1
        world.log(outcome.message)
      }
      listenerDueAt = outcome.kind === 'passed' ? outcome.nextDueAt : null
    }
    onProgress({ ...countNow(), to, at: clock.at, waitsFor: null })

    // If a listener makes changes at the barrier, it is called again.
    const isNews = deliveredSoFar(account) > known && account.barrier !== null
    const due = isNews ? clock.at : nextStop(world, account, way, listenerDueAt)
    if (due === null) break
    passes = due > clock.at ? 0 : passes + 1
    if (passes === PASSES_AT_ONE_MOMENT) return ended(endless(clock.at))
    clock.at = Math.max(clock.at, due)
  }
  clock.at = to
  return ended(null)
}

/** Where time stops next: where something is due, here or at the listener, and where it ends, as the listener's clock follows. */
function nextStop<A extends Account>(
  world: World<A>,
  account: A,
  { clockId, timed, to }: Way,
  listenerDueAt: number | null,
): number | null {
  const { at } = timed.clock
  const isFollowed = account.barrier !== null && at < to
  const isLater = listenerDueAt !== null && listenerDueAt > at
  const stops = [
    nextDueAt(world, account, clockId),
    isFollowed ? to : null,
    isFollowed && isLater ? listenerDueAt : null,
  ]
  const ahead = stops.filter((it): it is number => it !== null && it <= to)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

const closing: Stop = { reason: 'closing', message: 'the gateway is shutting down' }

function past(from: number, to: number): Stop {
  const message = `${dayText(to)} has passed: it is ${dayText(from)}, and time does not go back`
  return { reason: 'past', message }
}

function busy({ id }: Account): Stop {
  const message = `the clock of ${id} is being moved already; wait until that has ended`
  return { reason: 'busy', message }
}

function endless(at: number): Stop {
  const message = `there is always more to do at ${dayText(at)}: see what a listener does there again and again`
  return { reason: 'endless', message }
}

function dayText(moment: number): string {
  return new Date(moment).toISOString()
}
