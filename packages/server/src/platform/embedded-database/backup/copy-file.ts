import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { SystemUser } from '../system-user.ts'

const PIECE_BYTES = 1 << 20

export type CopyOptions = {
  /** Who is to own the copy; this user unless told. */
  readonly owner?: SystemUser | undefined
  /** Sees each piece, and where in the file it begins, before it is written, and may correct it. */
  readonly look?: ((piece: Buffer, position: number, source: FileHandle) => Promise<void>) | undefined
}

/**
 * Copies a file as long as it is when it is opened, readable by its owner alone and durably, and answers its size and
 * the SHA-256 of what was written, in hexadecimal.
 */
export async function copyFile(
  from: string,
  to: string,
  { owner, look }: CopyOptions = {},
): Promise<{ bytes: number; sha256: string }> {
  const source = await open(from)
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      if (owner !== undefined) await target.chown(owner.uid, owner.gid)
      const { size } = await source.stat()
      const hash = createHash('sha256')
      const buffer = Buffer.alloc(Math.min(PIECE_BYTES, Math.max(size, 1)))
      let bytes = 0
      while (bytes < size) {
        const wanted = Math.min(buffer.length, size - bytes)
        const piece = buffer.subarray(0, await readWhole(source, buffer, wanted, bytes))
        // Cut short by somebody meanwhile.
        if (piece.length === 0) break
        await look?.(piece, bytes, source)
        hash.update(piece)
        await target.writeFile(piece)
        bytes += piece.length
      }
      await target.sync()
      return { bytes, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Fills `wanted` bytes from a place in a file, or as many as there are; answers how many. */
export async function readWhole(
  source: FileHandle,
  buffer: Buffer,
  wanted: number,
  position: number,
): Promise<number> {
  let filled = 0
  while (filled < wanted) {
    const { bytesRead } = await source.read(buffer, filled, wanted - filled, position + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
