import { availableParallelism, cpus, totalmem } from 'node:os'
import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'

/** The machine that the figures were measured on. */
export type Machine = {
  readonly day: string
  readonly processor: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** The version of the oldest PostgreSQL that was measured as well. */
  readonly oldestPostgres?: string
}

export async function readMachine(owner: pg.Pool): Promise<Machine> {
  const [row] = await rowsOf<{ server_version: string }>(owner, 'show server_version')
  return {
    day: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model.trim() || 'unknown processor',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    postgres: row?.server_version.split(' ')[0] ?? 'unknown',
  }
}

export function machineText(machine: Machine): string {
  const { day, processor, cores, memoryGb, system, node, postgres, oldestPostgres } = machine
  const oldest = oldestPostgres === undefined ? '' : ` and, as the oldest, ${oldestPostgres}`
  return `${day}; ${cores} cores of ${processor}, ${memoryGb} GB of memory, ${system}; Node ${node}, PostgreSQL ${postgres}${oldest}`
}
