import type { TenantId } from '@goodword/domain/values/ids'
import { findTenantsOnNodes, type TenantOnNode } from '../engine/cluster/tenants-on-nodes.ts'
import { DatabaseUnavailable, isNoResponse } from '../engine/driver/database-error.ts'
import { stopwatch } from '../engine/foundation/clock.ts'
import {
  type Candidates,
  findCandidates,
  findWork,
  type Rounds,
  type Work,
} from '../engine/job-table/job-candidates.ts'
import type { Context } from '../frame/context.ts'

export type FoundWork = Candidates & {
  /** Tenants with events to publish; null where they are to be asked for apart. */
  readonly unpublished: readonly TenantId[] | null
}

/** The time for which a node that did not respond is left alone, and tenants are asked one by one. */
const LEFT_ALONE_MS = 5000

/**
 * Finds tenants with work: by one question across all tenants; and, while a node of a cluster does not respond, which that
 * question needs, by one question to each tenant of the other nodes.
 */
export class JobSearch {
  readonly #ctx: Context
  readonly #report: (error: unknown) => void
  /** The times until which nodes are left alone. */
  readonly #lost = new Map<string, number>()
  #isOneByOneUntil = Number.NEGATIVE_INFINITY
  #isReported = false

  /** `report` gets the error when the question across all tenants fails: once until it is answered again. */
  constructor(ctx: Context, report: (error: unknown) => void) {
    this.#ctx = ctx
    this.#report = report
  }

  /** Whether what fails for one tenant may be the fault of its node alone. */
  get isOneByOne(): boolean {
    return stopwatch.now() < this.#isOneByOneUntil
  }

  /** @throws DatabaseUnavailable when the node that the process is connected to does not respond */
  async find(rounds: Rounds, most: number): Promise<FoundWork> {
    if (!this.isOneByOne) {
      try {
        const found = await findCandidates(this.#ctx.db, rounds, most)
        this.#isReported = false
        return { ...found, unpublished: null }
      } catch (error) {
        if (!this.#isOfOtherNode(error)) throw error
        if (!this.#isReported) this.#report(error)
        this.#isReported = true
        this.#isOneByOneUntil = stopwatch.now() + LEFT_ALONE_MS
      }
    }
    return this.#askEach(rounds, most)
  }

  /** The node that the process is connected to has answered: that it lost another one, or waited for it too long. */
  #isOfOtherNode(error: unknown): boolean {
    return this.#ctx.db.isDistributed && error instanceof DatabaseUnavailable && !isNoResponse(error)
  }

  async #askEach({ tenant, testClock }: Rounds, most: number): Promise<FoundWork> {
    const tenants = await findTenantsOnNodes(this.#ctx.db, tenant, most)
    const byNode = Map.groupBy(tenants, (it) => it.node)
    const asked = await Promise.all([...byNode].map(([node, own]) => this.#askNode(node, own)))
    const work = new Map(asked.flat())
    const withWork = (has: (it: Work) => boolean) =>
      tenants.map((it) => it.tenantId).filter((id) => has(work.get(id) ?? NONE))
    return {
      ready: withWork((it) => it.isReady),
      due: withWork((it) => it.isDue),
      unpublished: withWork((it) => it.isUnpublished),
      next: { tenant: tenants.length < most ? '' : (tenants.at(-1)?.tenantId ?? ''), testClock },
    }
  }

  /** Asks tenants of one node, one after the other, as long as it responds. */
  async #askNode(
    node: string,
    tenants: readonly TenantOnNode[],
  ): Promise<readonly (readonly [TenantId, Work])[]> {
    const found: (readonly [TenantId, Work])[] = []
    if (stopwatch.now() < (this.#lost.get(node) ?? Number.NEGATIVE_INFINITY)) return found
    try {
      for (const { tenantId } of tenants)
        found.push([tenantId, await this.#ctx.readTenant(tenantId, (tx) => findWork(tx, tx.aheadMs))])
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      this.#lost.set(node, stopwatch.now() + LEFT_ALONE_MS)
    }
    return found
  }
}

const NONE: Work = { isReady: false, isDue: false, isUnpublished: false }
