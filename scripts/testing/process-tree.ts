import { readdirSync, readFileSync } from 'node:fs'

/** The unit of /proc, which is the same on every Linux of Node: a hundred ticks a second. */
const TICKS_PER_SECOND = 100

type Entry = { readonly parent: number; readonly ticks: number }

/**
 * The processor-seconds that a process, its descendants and those of them that have ended took; null on a system without
 * `/proc`. A descendant that ended after its parent is missing.
 */
export function processorSeconds(pid = process.pid): number | null {
  const entries = readEntries()
  if (!entries.has(pid)) return null
  const children = Map.groupBy(entries.keys(), (it) => entries.get(it)?.parent ?? 0)
  const tree = [pid]
  for (const it of tree) tree.push(...(children.get(it) ?? []))
  return tree.reduce((sum, it) => sum + (entries.get(it)?.ticks ?? 0), 0) / TICKS_PER_SECOND
}

function readEntries(): ReadonlyMap<number, Entry> {
  const entries = new Map<number, Entry>()
  for (const name of listProcesses()) {
    const entry = readEntry(name)
    if (entry !== null) entries.set(Number(name), entry)
  }
  return entries
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** Reads `/proc/<pid>/stat`; null if the process has ended meanwhile. */
function readEntry(pid: string): Entry | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, in brackets, may contain spaces. After it come the state, the parent, and from the 12th on the
    // ticks of the process and of its children that have ended, in user and kernel mode.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, it) => sum + Number(it), 0)
    return { parent: Number(fields[1]), ticks }
  } catch {
    return null
  }
}
