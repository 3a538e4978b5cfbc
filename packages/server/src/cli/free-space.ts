import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readDiskSpace } from '../engine/foundation/disk-space.ts'
import { OperatorError } from '../frame/tenants/operator-error.ts'

/** The data that will be written to a folder. */
export type SpaceNeed = { readonly what: string; readonly folder: string; readonly bytes: number }

type FolderSpace = { readonly fileSystem: number; readonly freeBytes: number }

export const MEBIBYTE = 2 ** 20
/** It has to stay free, because the database of the running service may be on the same disk. */
export const RESERVE_BYTES = 256 * MEBIBYTE
/** Room for a backup is needed at least as if it had so many. */
export const MIN_BACKUP_BYTES = 64 * MEBIBYTE

/** @throws OperatorError when a file system has no room for what goes to it */
export async function requireSpace(
  needs: readonly SpaceNeed[],
  read: (folder: string) => Promise<FolderSpace> = readSpace,
): Promise<void> {
  const found = await Promise.all(needs.map(async (need) => ({ ...need, ...(await read(need.folder)) })))
  for (const [fileSystem, there] of Map.groupBy(found, (it) => it.fileSystem)) {
    const free = there[0]?.freeBytes ?? 0
    const needed = there.reduce((sum, it) => sum + it.bytes, RESERVE_BYTES)
    if (free >= needed) continue
    const list = there.map((it) => `${mebibytes(it.bytes)} for ${it.what} in ${it.folder}`).join(', ')
    throw new OperatorError(
      `There is too little space: ${mebibytes(free)} are free on file system ${fileSystem}, and ${mebibytes(needed)} are needed (${list}, ` +
        `and ${mebibytes(RESERVE_BYTES)} that stay free). Nothing was changed. Free some space.`,
    )
  }
}

async function readSpace(folder: string): Promise<FolderSpace> {
  const [{ dev }, { freeBytes }] = await Promise.all([stat(folder), readDiskSpace(folder)])
  return { fileSystem: dev, freeBytes }
}

/** The sizes of all files in a folder; 0 where there is none. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const it of entries) {
    if (!it.isFile()) continue
    // A database removes files while it works.
    bytes += (await stat(join(it.parentPath, it.name)).catch(() => ({ size: 0 }))).size
  }
  return bytes
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / MEBIBYTE)} MiB`
}
