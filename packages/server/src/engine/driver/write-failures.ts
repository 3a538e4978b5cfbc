import type { Clock } from '../foundation/clock.ts'
import { DatabaseUnavailable, isWithoutRoom } from './database-error.ts'

/**
 * How long a write that failed for lack of room is held against the database. While requests come, or jobs run, others fail
 * meanwhile, so that the answer stays the same until there is room.
 */
export const HELD_MS = 30_000

/** Remembers that the database could not write its files. No write is made to find out: see docs/design/monitoring.md. */
export class WriteFailures {
  readonly #stopwatch: Clock
  #last: { readonly at: number; readonly message: string } | null = null

  constructor(stopwatch: Clock) {
    this.#stopwatch = stopwatch
  }

  note(error: unknown): void {
    if (!isWithoutRoom(error) || !(error instanceof DatabaseUnavailable)) return
    this.#last = { at: this.#stopwatch.now(), message: error.message }
  }

  /** Why writes fail; null when none has failed for a while. */
  problem(): string | null {
    if (this.#last === null || this.#stopwatch.now() - this.#last.at >= HELD_MS) return null
    return `writes fail: ${this.#last.message}`
  }
}
