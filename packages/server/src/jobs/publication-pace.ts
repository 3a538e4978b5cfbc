import { stopwatch } from '../engine/foundation/clock.ts'
import { onEventsWritten } from '../engine/signals/event-signal.ts'

/**
 * The time after a commit at which a worker of its process looks for events to publish; those of other commits come
 * along.
 */
const PACE_MS = 100

/**
 * When a worker looks for events to publish: at most ten times a second, however many transactions write events, and soon
 * after each of them.
 */
export class PublicationPace {
  readonly #wake: () => void
  readonly #endListening: () => void
  #timer: NodeJS.Timeout | null = null
  #isRequested = true
  #lookedAt = 0

  constructor(wake: () => void) {
    this.#wake = wake
    this.#endListening = onEventsWritten(() => {
      this.#timer ??= setTimeout(() => {
        this.#timer = null
        this.#isRequested = true
        wake()
      }, PACE_MS)
    })
  }

  /** Whether to look now; a look is counted then. */
  isDue(): boolean {
    const now = stopwatch.now()
    if (!this.#isRequested && now - this.#lookedAt < PACE_MS) return false
    this.#isRequested = false
    this.#lookedAt = now
    return true
  }

  /** Makes the next look due at once. */
  repeat(): void {
    this.#isRequested = true
    this.#wake()
  }

  close(): void {
    this.#endListening()
    if (this.#timer !== null) clearTimeout(this.#timer)
  }
}
