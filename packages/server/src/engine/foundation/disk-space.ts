import { statfs } from 'node:fs/promises'

/** The file system of a folder, as far as this user can write to it. */
export type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number }

/** Below it the database cannot be relied on to write: a segment of its write-ahead log has 16 MiB. */
const FULL_BELOW_BYTES = 64 * 1024 ** 2
/** The free space before it counts as having room again, so that the answer does not change back and forth. */
const ROOM_FROM_BYTES = 2 * FULL_BELOW_BYTES

/** Watches the disk of the embedded database. */
export type DiskWatch = {
  /** Null while it cannot be read. */
  readonly space: () => Promise<DiskSpace | null>
  /** Why nothing can be written; null while there is room. */
  readonly problem: () => Promise<string | null>
}

export function watchDisk(
  folder: string,
  read: (folder: string) => Promise<DiskSpace> = readDiskSpace,
): DiskWatch {
  let isFull = false
  const space = () => read(folder).catch(() => null)
  return {
    space,
    async problem() {
      const found = await space()
      if (found === null) return null
      isFull = found.freeBytes < (isFull ? ROOM_FROM_BYTES : FULL_BELOW_BYTES)
      return isFull ? `the disk has only ${Math.floor(found.freeBytes / 1024 ** 2)} MiB free` : null
    },
  }
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
