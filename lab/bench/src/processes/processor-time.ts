import { readFile } from 'node:fs/promises'
import { childrenOf } from './memory-together.ts'

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
