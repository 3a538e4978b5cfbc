import { readFileSync } from 'node:fs'

const LIMIT = /^Max open files +(?<soft>\d+)/m

/**
 * How many files and connections this process may have open; null where the system does not say. Node has raised it to what
 * the system permits.
 */
export function maxOpenFiles(read: () => string = ofThisProcess): number | null {
  try {
    const soft = LIMIT.exec(read())?.groups?.soft
    return soft === undefined ? null : Number(soft)
  } catch {
    // Only Linux has this file.
    return null
  }
}

/**
 * Returns so many connections, or fewer: a quarter of what may be open is left to files and to the connections that
 * we open.
 */
export function withinOpenFiles(connections: number, most: number | null = maxOpenFiles()): number {
  return most === null ? connections : Math.min(connections, Math.ceil(most * 0.75))
}

function ofThisProcess(): string {
  return readFileSync('/proc/self/limits', 'utf8')
}
