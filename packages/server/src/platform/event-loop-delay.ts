import type { Clock } from './clock.ts'

/** How late the event loop comes to what is due. */
export type EventLoopDelay = {
  /** The least of the last few looks, in milliseconds: one long task is no overload. */
  readonly lateMs: () => number
  /** To be called every `LOOK_EVERY_MS`, by the very timers whose delay it measures. */
  readonly look: () => void
}

export const LOOK_EVERY_MS = 100
const LOOKS = 3

export function createEventLoopDelay(stopwatch: Clock): EventLoopDelay {
  const looks: number[] = []
  let lookedAt = stopwatch.now()
  let least = 0
  return {
    lateMs: () => least,
    look() {
      const now = stopwatch.now()
      looks.push(Math.max(0, now - lookedAt - LOOK_EVERY_MS))
      lookedAt = now
      if (looks.length > LOOKS) looks.shift()
      least = looks.length < LOOKS ? 0 : Math.min(...looks)
    },
  }
}
