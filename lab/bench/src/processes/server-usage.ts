import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'

/** The process ID of a PostgreSQL's postmaster on this machine. */
export async function postmaster(owner: pg.Pool): Promise<number> {
  const [row] = await rowsOf<{ file: string }>(owner, `select pg_read_file('postmaster.pid') as file`)
  return Number.parseInt(row?.file ?? '', 10)
}

const MEGABYTE = 1024

/**
 * Memory of a server and its processes, in megabytes, with shared memory counted once. Null if
 * the system does not report it.
 */
export async function memoryTogetherMb(parent: number): Promise<number | null> {
  try {
    const pids = [parent, ...(await childrenOf(parent))]
    const parts = await Promise.all(
      pids.map(async (pid) =>
        kilobytesAfter(/^Pss:\s+(\d+) kB$/m, await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')),
      ),
    )
    return parts.reduce((sum, part) => sum + part, 0) / MEGABYTE
  } catch {
    // Another system, or processes of another user: not available.
    return null
  }
}

async function childrenOf(parent: number): Promise<readonly number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    // The name of the program stands in brackets and may hold anything; the parent is the second after it.
    const [, parentOfIt] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(parentOfIt) === parent) found.push(Number(name))
  }
  return found
}

function kilobytesAfter(pattern: RegExp, text: string): number {
  return Number(pattern.exec(text)?.[1] ?? 0)
}

/** Linux counts processor time in hundredths of a second for every program. */
const TICK_MS = 10

/**
 * Processor time of a server and its processes so far, including exited ones, in milliseconds. Null
 * if the system does not report it.
 */
export async function processorTimeTogetherMs(parent: number): Promise<number | null> {
  try {
    const pids = [parent, ...(await childrenOf(parent))]
    const ticks = await Promise.all(
      pids.map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        // The name of the program stands in brackets and may hold anything; user time is the twelfth after it.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        // For the parent, also what its ended children took.
        return fields.slice(11, pid === parent ? 15 : 13).reduce((sum, it) => sum + Number(it), 0)
      }),
    )
    return ticks.reduce((sum, it) => sum + it, 0) * TICK_MS
  } catch {
    // Another system.
    return null
  }
}
