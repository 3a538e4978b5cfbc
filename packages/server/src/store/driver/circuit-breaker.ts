import { DatabaseUnavailable, isNoResponse } from './database-error.ts'

/** A request that waited this long, with no response to any other request, shows that the database is unavailable. */
const OPEN_AFTER_MS = 1000

/** What a failure says about the database: that it works, that it does not respond, or nothing. */
export type Verdict = 'response' | 'no response' | 'unknown'

/**
 * A circuit breaker for the database, or for one node of it. While it is open, one request at a time probes the database
 * (half-open) and all others are rejected at once, so that no requests queue behind a timeout. A response closes it, without
 * any intervention.
 */
export class CircuitBreaker {
  readonly #message: string
  readonly #verdictOf: (error: unknown) => Verdict
  #respondedAt = Number.NEGATIVE_INFINITY
  #isOpen = false
  #isProbing = false

  constructor(
    message = 'circuit breaker open: the database did not answer before',
    verdictOf: (error: unknown) => Verdict = (error) => (isNoResponse(error) ? 'no response' : 'response'),
  ) {
    this.#message = message
    this.#verdictOf = verdictOf
  }

  /** Runs work that needs the database. Throws its errors; DatabaseUnavailable immediately while the circuit is open. */
  async during<T>(work: () => Promise<T>, verdictOf = this.#verdictOf): Promise<T> {
    if (this.#isOpen && this.#isProbing) throw new DatabaseUnavailable(this.#message, false)
    const isProbe = this.#isOpen
    if (isProbe) this.#isProbing = true
    const startedAt = performance.now()
    try {
      const result = await work()
      this.#close()
      return result
    } catch (error) {
      const verdict = verdictOf(error)
      if (verdict === 'response') this.#close()
      else if (verdict === 'no response' && this.#hadNoResponseSince(startedAt)) this.#isOpen = true
      throw error
    } finally {
      if (isProbe) this.#isProbing = false
    }
  }

  #close(): void {
    this.#respondedAt = performance.now()
    this.#isOpen = false
  }

  #hadNoResponseSince(startedAt: number): boolean {
    return this.#respondedAt < startedAt && performance.now() - startedAt >= OPEN_AFTER_MS
  }
}
