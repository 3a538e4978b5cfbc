import { DatabaseUnavailable, isNoResponse } from './database-error.ts'

/** A request that waited this long, with no response to any other request, shows that the database is unavailable. */
const OPEN_AFTER_MS = 1000

/**
 * A circuit breaker for the database. While it is open, one request at a time probes the database (half-open) and all
 * others are rejected at once, so that no requests queue behind a timeout. A response closes it, without any
 * intervention.
 */
export class CircuitBreaker {
  #respondedAt = Number.NEGATIVE_INFINITY
  #isOpen = false
  #isProbing = false

  /** Runs work that needs the database. Throws its errors; DatabaseUnavailable immediately while the circuit is open. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOpen && this.#isProbing)
      throw new DatabaseUnavailable('circuit breaker open: the database did not answer before', false)
    const isProbe = this.#isOpen
    if (isProbe) this.#isProbing = true
    const startedAt = performance.now()
    try {
      const result = await work()
      this.#close()
      return result
    } catch (error) {
      if (!isNoResponse(error)) this.#close()
      else if (this.#hadNoResponseSince(startedAt)) this.#isOpen = true
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
