import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a file that only this user may read, atomically and durably; an existing file
 * is not changed. Of several concurrent calls, one succeeds.
 */
export async function createPrivateFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeDurably(draft, text)
    await link(draft, file).catch((error: unknown) => {
      if (fileErrorCode(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
}

/** Writes a private file, and replaces one that exists. */
export async function replacePrivateFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    await writeDurably(draft, text)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
}

/** The text of a small file; null when there is none. */
export function readTextFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

export function fileErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
