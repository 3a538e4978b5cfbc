import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Progress } from '../../progress.ts'
import { errorCode } from '../errors.ts'
import type { SystemUser } from '../system-user.ts'
import { type CopyOptions, copyFile } from './copy-file.ts'
import type { CopiedFile } from './manifest.ts'

export type CopyingOptions = {
  readonly from: string
  readonly to: string
  readonly progress: Progress
  readonly owner?: SystemUser | undefined
  readonly look?: (path: string) => CopyOptions['look']
  /** Set where a server is at work, which may remove a file before it is copied; its log of changes says so as well. */
  readonly mayBeGone?: boolean
}

/** Several at a time, because each waits for the disk at its end. */
const AT_A_TIME = 8

/** Copies files by their paths from one folder to another whose folders are there already. */
export async function copyFiles(
  paths: readonly string[],
  { from, to, progress, owner, look, mayBeGone = false }: CopyingOptions,
): Promise<readonly CopiedFile[]> {
  const copied: CopiedFile[] = []
  const waiting = paths.values()
  const failures: unknown[] = []
  // All of them have ended when this does: whoever takes away what was copied so far takes all of it.
  await Promise.all(Array.from({ length: AT_A_TIME }, copyOneAfterAnother))
  if (failures.length > 0) throw failures[0]
  return copied

  async function copyOneAfterAnother(): Promise<void> {
    for (const path of waiting) {
      if (failures.length > 0) return
      try {
        const file = await copyFile(join(from, path), join(to, path), { owner, look: look?.(path) })
        copied.push({ path, ...file })
      } catch (error) {
        if (!mayBeGone || !isGone(error, join(from, path))) failures.push(error)
      }
      progress(copied.length, paths.length)
    }
  }
}

/** Writes a file of a copy that was copied from nowhere. */
export async function writeCopied(folder: string, path: string, text: string): Promise<CopiedFile> {
  const handle = await open(join(folder, path), 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  const bytes = Buffer.from(text)
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Makes what the folders hold outlive a power cut: a file is durable by itself, its name is its folder's. */
export async function syncFolders(root: string, folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const handle = await open(join(root, folder))
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

function isGone(error: unknown, path: string): boolean {
  return errorCode(error) === 'ENOENT' && Object(error).path === path
}
