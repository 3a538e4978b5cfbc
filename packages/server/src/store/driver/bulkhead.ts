import { CircuitBreaker } from './circuit-breaker.ts'
import { DatabaseUnavailable, isNoResponse, isStatementTimeout } from './database-error.ts'

type Options = {
  /** How many transactions may use the node at once. */
  readonly atOnce: number
  /** How long one may wait for its turn; 0 is for as long as it takes. */
  readonly waitMs: number
}

/**
 * A bulkhead: it limits how many connections the transactions of one node of a cluster hold, so that a node that hangs
 * leaves connections for the others. Its circuit breaker rejects them at once while the node does not respond.
 */
export class Bulkhead {
  readonly #options: Options
  readonly #breaker = new CircuitBreaker(
    'circuit breaker open: the node of the tenant did not answer before',
    // The node that the process is connected to gives up waiting for the other one by its statement timeout.
    (error) => (isNoResponse(error) || isStatementTimeout(error) ? 'no response' : 'response'),
  )
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Runs work that needs the node. Throws its errors; DatabaseUnavailable when it may not begin. */
  during<T>(work: () => Promise<T>): Promise<T> {
    return this.#breaker.during(async () => {
      if (this.#running < this.#options.atOnce) this.#running += 1
      else await this.#turn()
      try {
        return await work()
      } finally {
        this.#passOn()
      }
    })
  }

  /** Resolves when another one has passed its place on. */
  #turn(): Promise<void> {
    const { waitMs } = this.#options
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.delete(begin)
        reject(new DatabaseUnavailable('too many transactions wait for the node of the tenant', false))
      }
      const timer = waitMs === 0 ? undefined : setTimeout(giveUp, waitMs)
      this.#waiting.add(begin)
    })
  }

  #passOn(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
