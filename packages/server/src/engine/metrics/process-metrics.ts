import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { counter, gauge, histogram } from './definition.ts'

/** The metrics of Node.js that panels and alert rules use; the library registers them. */
export const nodeDefinitions = {
  cpuSeconds: counter('process_cpu_seconds_total', 'Total user and system CPU time spent in seconds.'),
  residentMemory: gauge('process_resident_memory_bytes', 'Resident memory size in bytes.'),
  openFiles: gauge('process_open_fds', 'Number of open file descriptors.'),
  eventLoopDelayMean: gauge(
    'nodejs_eventloop_lag_mean_seconds',
    'The mean of the recorded event loop delays.',
  ),
  eventLoopDelayP99: gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'The 99th percentile of the recorded event loop delays.',
  ),
  garbageCollections: histogram(
    'nodejs_gc_duration_seconds',
    'Garbage collection duration by kind, one of major, minor, incremental or weakcb.',
    ['kind'],
  ),
}

export const processDefinitions = {
  build: gauge(
    'goodword_build_info',
    'Always 1. The versions of Goodword, Node.js and PostgreSQL at startup.',
    ['version', 'node', 'postgresql'],
  ),
  ready: gauge('goodword_ready', 'Whether each check of GET /readyz passes: 1 or 0.', ['check']),
  connections: gauge(
    'goodword_database_connections',
    'Connections of this process to its database, by state: in_use or idle.',
    ['state'],
  ),
  connectionsMax: gauge('goodword_database_connections_max', 'Size of the connection pool of this process.'),
  connectionsPending: gauge(
    'goodword_database_connections_pending',
    'Transactions waiting for a free connection of the pool.',
  ),
}

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
  new Gauge({ ...processDefinitions.build, registers }).set({ ...build }, 1)
  new Gauge({
    ...processDefinitions.ready,
    registers,
    async collect() {
      this.reset()
      for (const [check, problem] of Object.entries(await problems())) {
        this.set({ check }, problem === null ? 1 : 0)
      }
    },
  })
  new Gauge({
    ...processDefinitions.connections,
    registers,
    collect() {
      const { inUse, idle } = connections()
      this.set({ state: 'in_use' }, inUse)
      this.set({ state: 'idle' }, idle)
    },
  })
  new Gauge({
    ...processDefinitions.connectionsMax,
    registers,
    collect() {
      this.set(connections().most)
    },
  })
  new Gauge({
    ...processDefinitions.connectionsPending,
    registers,
    collect() {
      this.set(connections().waiting)
    },
  })
}
