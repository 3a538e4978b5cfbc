import { readdir, readFile } from 'node:fs/promises'

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

export async function childrenOf(parent: number): Promise<readonly number[]> {
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
