import { CircuitBreaker } from './circuit-breaker.ts'
import { isNoResponse, isStatementTimeout } from './database-error.ts'
import { FairTurns, type TurnKind, type TurnLimits, TurnTimeout } from './turns/fair-turns.ts'
import { programOf } from './turns/pool-turns.ts'

/**
 * A bulkhead: it limits how many connections the transactions of one node of a cluster hold, so that a node that hangs
 * leaves connections for the others. Its tenants get them in turn, and its circuit breaker rejects all at once while the node
 * does not respond.
 */
export class Bulkhead {
  readonly #turns: FairTurns
  readonly #breaker = new CircuitBreaker(
    'circuit breaker open: the node of the tenant did not answer before',
    // The node that the process is connected to gives up waiting for the other one by its statement timeout.
    (error) => {
      if (error instanceof TurnTimeout) return 'unknown'
      return isNoResponse(error) || isStatementTimeout(error) ? 'no response' : 'response'
    },
  )

  constructor(limits: TurnLimits) {
    this.#turns = new FairTurns(limits, programOf)
  }

  /** How many wait for any of the node's connections. */
  get waiting(): number {
    return this.#turns.waiting
  }

  /** Runs work of a tenant that needs the node. Throws its errors; DatabaseUnavailable when it may not begin. */
  during<T>(tenantId: string, kind: TurnKind, work: () => Promise<T>): Promise<T> {
    return this.#breaker.during(() => this.#turns.during(tenantId, kind, work))
  }
}
