import { DatabaseUnavailable, isNoResponse } from './database-error.ts'

/** A request that waited this long, with no response to any other request, shows that the database is unavailable. */
const OPEN_AFTER_MS = 1000

/** Whether an error shows that the database responds, that it does not, or neither. */
export type Responsiveness = 'response' | 'no response' | 'unknown'

/**
 * A circuit breaker for the database, or for one node of it. While it is open, one request at a time probes the database
 * (half-open) and all others are rejected at once, so that no requests queue behind a timeout. A response closes it, without
 * any intervention.
 */
export class CircuitBreaker {
  readonly #message: string
  readonly #classify: (error: unknown) => Responsiveness
  #respondedAt = Number.NEGATIVE_INFINITY
  #isOpen = false
  #isProbing = false

  constructor(
    message = 'circuit breaker open: the database did not answer before',
    classify: (error: unknown) => Responsiveness = (error) =>
      isNoResponse(error) ? 'no response' : 'response',
  ) {
    this.#message = message
    this.#classify = classify
  }

  /** Runs work that needs the database. Throws its errors; DatabaseUnavailable immediately while the circuit is open. */
  async during<T>(work: () => Promise<T>, classify = this.#classify): Promise<T> {
    if (this.#isOpen && this.#isProbing) throw new DatabaseUnavailable(this.#message, false)
    const isProbe = this.#isOpen
    if (isProbe) this.#isProbing = true
    const startedAt = performance.now()
    try {
      const result = await work()
      this.#close()
      return result
    } catch (error) {
      const shown = classify(error)
      if (shown === 'response') this.#close()
      else if (shown === 'no response' && this.#hadNoResponseSince(startedAt)) this.#isOpen = true
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
