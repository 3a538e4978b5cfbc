import { readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readPointer } from '../platform/embedded-database/pointer.ts'

/**
 * Removes a folder that is a data directory or has some in it, with their databases: a start as root keeps those elsewhere,
 * also one that failed.
 */
export async function removeDataDirs(folder: string): Promise<void> {
  const real = await realpath(folder)
  const below = await readdir(real, { withFileTypes: true })
  const folders = [real, ...below.filter((it) => it.isDirectory()).map((it) => join(real, it.name))]
  for (const dataDir of folders) {
    const location = await readPointer(dataDir)
    if (location !== undefined) await rm(location, { recursive: true, force: true, maxRetries: 50 })
  }
  await rm(real, { recursive: true, force: true, maxRetries: 50 })
}
