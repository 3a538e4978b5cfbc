import type { TenantId } from '@goodword/domain/values/ids'
import { CircuitBreaker } from './circuit-breaker.ts'
import { isNoResponse, isStatementTimeout } from './database-error.ts'
import type { Statement } from './statement.ts'
import { FairTurns, type TurnKind, type TurnLimits, TurnTimeout } from './turns/fair-turns.ts'
import { programOf, turnLimitsOf } from './turns/pool-turns.ts'

type Query = <Row>(it: Statement, values: readonly unknown[]) => Promise<Row[]>

type Options = {
  /** The number of connections of the pool that all nodes share. */
  readonly connections: number
  readonly waitMs: number
}

/** Shards move seldom, and a tenant that is taken for one of its former node only shares the limit of that node. */
const KNOWN_FOR_MS = 5000
const MAX_TENANTS = 10_000

/** Finds the bulkhead of the node that a tenant is on, in a database that is distributed by Citus. */
export class NodeBulkheads {
  readonly #limits: TurnLimits
  readonly #bulkheads = new Map<string, Bulkhead>()
  /** A tenant stays in its shard, unless the shard is split. */
  readonly #shards = new Map<TenantId, string>()
  #nodes: Promise<ReadonlyMap<string, string>> | null = null
  #nodesReadAt = Number.NEGATIVE_INFINITY

  constructor({ connections, waitMs }: Options) {
    // The rest is for the other nodes and for the directory, until the circuit breaker of a node that hangs is open.
    this.#limits = turnLimitsOf(connections, Math.max(1, Math.floor((connections * 3) / 4)), waitMs)
  }

  /** How many transactions wait for any of the connections of their node. */
  get waiting(): number {
    return [...this.#bulkheads.values()].reduce((sum, it) => sum + it.waiting, 0)
  }

  /** `query` reads what the node that the process is connected to knows. */
  async of(tenantId: TenantId, query: Query): Promise<Bulkhead> {
    const nodes = await this.#nodesOfShards(query)
    const node =
      nodes.get(this.#shards.get(tenantId) ?? '') ?? nodes.get(await this.#findShard(tenantId, query))
    const key = node ?? ''
    const known = this.#bulkheads.get(key)
    if (known !== undefined) return known
    const bulkhead = new Bulkhead(this.#limits)
    this.#bulkheads.set(key, bulkhead)
    return bulkhead
  }

  async #findShard(tenantId: TenantId, query: Query): Promise<string> {
    const [found] = await query<{ shard: string }>(shardOfTenant, [tenantId])
    const shard = found?.shard ?? ''
    if (this.#shards.size >= MAX_TENANTS) this.#shards.clear()
    this.#shards.set(tenantId, shard)
    return shard
  }

  #nodesOfShards(query: Query): Promise<ReadonlyMap<string, string>> {
    const now = performance.now()
    if (this.#nodes !== null && now - this.#nodesReadAt < KNOWN_FOR_MS) return this.#nodes
    this.#nodesReadAt = now
    const reading = query<{ shard: string; node: string }>(nodesOfShards, []).then(
      (rows) => new Map(rows.map(({ shard, node }) => [shard, node])),
    )
    this.#nodes = reading
    reading.catch(() => {
      if (this.#nodes === reading) this.#nodes = null
    })
    return reading
  }
}

// These statements are not registered: without the extension there is nothing that they could be checked against. They read
// what every node has a copy of.
const shardOfTenant: Statement = {
  name: 'cluster.shard_of_tenant',
  text: `select get_shard_id_for_distribution_column('app.program', $1::text)::text as "shard"`,
}

const nodesOfShards: Statement = {
  name: 'cluster.nodes_of_shards',
  text: `
select s.shardid::text as "shard", n.nodename || ':' || n.nodeport as "node"
from pg_dist_shard s
join pg_dist_placement p on p.shardid = s.shardid
join pg_dist_node n on n.groupid = p.groupid
where s.logicalrelid = 'app.program'::regclass
  and n.noderole = 'primary'`,
}

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
