import type { Timed } from '../model/account.ts'

const atWork = new WeakSet<Timed>()

/** Acquires a clock; false if it is already in use, so that nothing runs twice. */
export function begin(timed: Timed): boolean {
  if (atWork.has(timed)) return false
  atWork.add(timed)
  return true
}

export function end(timed: Timed): void {
  atWork.delete(timed)
}

/** Whether due work is being done just now; the clock must not be set meanwhile. */
export function isAtWork(timed: Timed): boolean {
  return atWork.has(timed)
}
