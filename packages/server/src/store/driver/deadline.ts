import { DatabaseUnavailable, isSessionLost } from './database-error.ts'

/** Until when an answer is waited for. PostgreSQL's own limits do not help against a network that swallows packets. */
export class Deadline {
  readonly #endsAt: number
  // A timer may be a moment early by the clock that it was set by.
  #hasEnded = false

  /** `patienceMs` from now on; null waits for ever. */
  constructor(timeoutMs: number | null) {
    this.#endsAt = timeoutMs === null ? Number.POSITIVE_INFINITY : performance.now() + timeoutMs
  }

  /** Does it when the time is over, unless the answered function is called before. */
  whenOver(act: () => void): () => void {
    if (this.#endsAt === Number.POSITIVE_INFINITY) return () => undefined
    const timer = setTimeout(
      () => {
        this.#hasEnded = true
        act()
      },
      Math.max(1, this.#endsAt - performance.now()),
    )
    return () => clearTimeout(timer)
  }

  /**
   * What a failure means once the time is over: nobody knows whether the database did it, and doing it again at once
   * would only make the caller wait longer.
   */
  explain(failure: unknown): unknown {
    if (!this.#hasEnded || !isSessionLost(failure)) return failure
    return new DatabaseUnavailable('transaction timeout: the database took too long', false, {
      cause: causeOf(failure),
    })
  }
}

function causeOf(failure: unknown): unknown {
  return failure instanceof Error ? failure.cause : failure
}
