import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

export type Build = { readonly version: string; readonly node: string; readonly postgresql: string }

/** The connections of this process to its database. */
export type ConnectionCounts = {
  readonly inUse: number
  readonly idle: number
  readonly most: number
  /** Transactions that wait for a connection. */
  readonly waiting: number
}

/** Metrics of the process, in addition to those of Node.js. */
export function processMetrics(
  registry: Registry,
  build: Build,
  connections: () => ConnectionCounts,
  problems: () => Promise<Readonly<Record<string, string | null>>>,
): void {
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'goodword_build_info',
    help: 'Always 1. The versions of Goodword, Node.js and PostgreSQL at startup.',
    labelNames: ['version', 'node', 'postgresql'],
    registers,
  }).set({ ...build }, 1)
  new Gauge({
    name: 'goodword_ready',
    help: 'Whether each check of GET /readyz passes: 1 or 0.',
    labelNames: ['check'],
    registers,
    async collect() {
      this.reset()
      for (const [check, problem] of Object.entries(await problems())) {
        this.set({ check }, problem === null ? 1 : 0)
      }
    },
  })
  new Gauge({
    name: 'goodword_database_connections',
    help: 'Connections of this process to its database, by state: in_use or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { inUse, idle } = connections()
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    name: 'goodword_database_connections_max',
    help: 'Size of the connection pool of this process.',
    registers,
    collect() {
      this.set(connections().most)
    },
  })
  new Gauge({
    name: 'goodword_database_connections_pending',
    help: 'Transactions waiting for a free connection of the pool.',
    registers,
    collect() {
      this.set(connections().waiting)
    },
  })
}
