import type { FileHandle } from 'node:fs/promises'
import { EmbeddedDatabaseError } from '../errors.ts'
import { readWhole } from './copy-file.ts'
import { firstPageOf, isPageWhole, PAGE_BYTES } from './page-checksum.ts'

type Look = (piece: Buffer, position: number, source: FileHandle) => Promise<void>

/** A page that is being written while it is read is whole a moment later. */
const READINGS = 5

/**
 * What looks at the pieces of a cluster's file while it is copied, so that damage on the disk is found while an older
 * backup may still be there; undefined for a file that has no pages. `since` is where in the log the backup begins.
 *
 * @throws EmbeddedDatabaseError for a page that was not as PostgreSQL wrote it
 */
export function lookAtPages(path: string, since: bigint): Look | undefined {
  const firstPage = firstPageOf(path)
  if (firstPage === null) return undefined
  return async (piece, position, source) => {
    for (let at = 0; at + PAGE_BYTES <= piece.length; at += PAGE_BYTES) {
      const page = piece.subarray(at, at + PAGE_BYTES)
      const number = (position + at) / PAGE_BYTES
      for (let reading = 1; !isPageWhole(page, firstPage + number, since); reading += 1) {
        if (reading === READINGS) throw damaged(path, number)
        await readWhole(source, page, PAGE_BYTES, position + at)
      }
    }
  }
}

function damaged(path: string, page: number): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database is damaged on its disk: page ${page} of ${path} is not as it was written, so no backup was made. ` +
      'Keep the backups that you have, and restore the newest of them on another disk; "dump" may still read the rest.',
  )
}
