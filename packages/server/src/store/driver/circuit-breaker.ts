import { DatabaseUnavailable, isSilence } from './database-error.ts'

/** Whoever waited this long, while nobody else got anything done either, has seen that the database is away. */
const SILENCE_MS = 1000

/**
 * Knows whether the database is there. While it is away everybody is turned away at once but for one at a time, who
 * finds out whether it has come back: nobody queues up behind a wait that is in vain, and nothing has to be set right
 * by hand.
 */
export class CircuitBreaker {
  #heardAt = Number.NEGATIVE_INFINITY
  #isOpen = false
  #isProbing = false

  /** Does what needs the database. Throws what it throws, or DatabaseUnavailable at once. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOpen && this.#isProbing)
      throw new DatabaseUnavailable('circuit breaker open: the database did not answer before', false)
    const isProbe = this.#isOpen
    if (isProbe) this.#isProbing = true
    const startedAt = performance.now()
    try {
      const result = await work()
      this.#hear()
      return result
    } catch (error) {
      if (!isSilence(error)) this.#hear()
      else if (this.#wasSilentSince(startedAt)) this.#isOpen = true
      throw error
    } finally {
      if (isProbe) this.#isProbing = false
    }
  }

  #hear(): void {
    this.#heardAt = performance.now()
    this.#isOpen = false
  }

  #wasSilentSince(startedAt: number): boolean {
    return this.#heardAt < startedAt && performance.now() - startedAt >= SILENCE_MS
  }
}
