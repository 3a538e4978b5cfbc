import { createWriteStream } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Writes a file that does not exist, readable by this user alone; it bears its name when all of it is there and on the disk.
 * Nothing is left of one that fails.
 *
 * @throws Error with the code of the file system, such as `EEXIST`
 */
export async function writeNewFile(
  file: string,
  content: AsyncIterable<string | Uint8Array> | NodeJS.ReadableStream,
): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  try {
    await pipeline(content, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    // Unlike renaming, this leaves alone a file that is there.
    await link(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
}
