import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Where the database of a data directory lives, when a start as root put it elsewhere.
 *
 * The file names its data directory too: a moved directory keeps its database, and a copy of one that is
 * still in its place gets a database of its own instead of the original's.
 */
export async function readPointer(dataDir: string): Promise<string | undefined> {
  const pointer = await parsePointer(dataDir)
  if (pointer === undefined || pointer.dataDir === dataDir) return pointer?.location
  const original = await parsePointer(pointer.dataDir)
  return original?.dataDir === pointer.dataDir ? undefined : pointer.location
}

export async function writePointer(dataDir: string, location: string): Promise<void> {
  const file = pointerFile(dataDir)
  // Under its name only when it is whole: another start may be reading it.
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${JSON.stringify({ location, dataDir }, null, 2)}\n`)
  await rename(draft, file)
}

async function parsePointer(dataDir: string): Promise<{ location: string; dataDir: string } | undefined> {
  const text = await readFile(pointerFile(dataDir), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const pointer: unknown = JSON.parse(text)
  return { location: String(Object(pointer).location), dataDir: String(Object(pointer).dataDir) }
}

export function pointerFile(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}
