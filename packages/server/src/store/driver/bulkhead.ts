import type { TenantId } from '@goodword/domain/ids'
import { CircuitBreaker } from './circuit-breaker.ts'
import { DatabaseUnavailable, isNoResponse, isStatementTimeout } from './database-error.ts'

type Options = {
  /** How many transactions may use the node at once. */
  readonly atOnce: number
  /** How many of them may be of one tenant. */
  readonly perTenant: number
  /** How long one may wait for its turn; 0 is for as long as it takes. */
  readonly waitMs: number
}

type Waiting = { readonly tenantId: TenantId; readonly begin: () => void }

/**
 * A bulkhead: it limits how many connections the transactions of one node of a cluster hold, so that a node that hangs
 * leaves connections for the others, and those of one tenant, so that a tenant whose rows are locked leaves some for the others of its
 * node. Its circuit breaker rejects all at once while the node does not respond.
 */
export class Bulkhead {
  readonly #options: Options
  readonly #breaker = new CircuitBreaker(
    'circuit breaker open: the node of the tenant did not answer before',
    // The node that the process is connected to gives up waiting for the other one by its statement timeout.
    (error) => (isNoResponse(error) || isStatementTimeout(error) ? 'no response' : 'response'),
  )
  readonly #waiting = new Set<Waiting>()
  readonly #runningOf = new Map<TenantId, number>()
  #running = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Runs work of a tenant that needs the node. Throws its errors; DatabaseUnavailable when it may not begin. */
  during<T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> {
    return this.#breaker.during(async () => {
      if (this.#mayBegin(tenantId)) this.#count(tenantId, 1)
      else await this.#turn(tenantId)
      try {
        return await work()
      } finally {
        this.#count(tenantId, -1)
        this.#beginNext()
      }
    })
  }

  #mayBegin(tenantId: TenantId): boolean {
    const { atOnce, perTenant } = this.#options
    return this.#running < atOnce && (this.#runningOf.get(tenantId) ?? 0) < perTenant
  }

  #count(tenantId: TenantId, change: 1 | -1): void {
    const running = (this.#runningOf.get(tenantId) ?? 0) + change
    if (running === 0) this.#runningOf.delete(tenantId)
    else this.#runningOf.set(tenantId, running)
    this.#running += change
  }

  /** Resolves when it may begin; it is counted then. */
  #turn(tenantId: TenantId): Promise<void> {
    const { waitMs } = this.#options
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        tenantId,
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const giveUp = (): void => {
        this.#waiting.delete(waiting)
        reject(new DatabaseUnavailable('too many transactions wait for the node of the tenant', false))
      }
      const timer = waitMs === 0 ? undefined : setTimeout(giveUp, waitMs)
      this.#waiting.add(waiting)
    })
  }

  /** The first that waits and whose tenant may have another one. */
  #beginNext(): void {
    for (const next of this.#waiting) {
      if (!this.#mayBegin(next.tenantId)) continue
      this.#waiting.delete(next)
      this.#count(next.tenantId, 1)
      next.begin()
      return
    }
  }
}
