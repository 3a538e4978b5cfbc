import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../../frame/context.ts'
import { insertPiece, loadPiece } from '../../rows/import-pieces.ts'
import type { ImportId } from '../../rows/imports.ts'

/** The size of a piece of the file, as it was sent: so a position leads to its piece. */
export const PIECE_BYTES = 256 * 1024

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Stores a piece of a file that is being received, in a transaction of its own. */
export async function storePiece(
  ctx: Context,
  tenantId: TenantId,
  importId: ImportId,
  number: number,
  bytes: Buffer,
): Promise<void> {
  const body = await compress(bytes, { level: 1 })
  await ctx.writeTenant(tenantId, async (tx) => insertPiece(tx, importId, { number, body }))
}

/** Reads a stored file from a position on, one piece after the other. */
export async function* storedFile(
  ctx: Context,
  tenantId: TenantId,
  { id, byte_count: length }: { readonly id: ImportId; readonly byte_count: number },
  fromByte: number,
): AsyncGenerator<Buffer> {
  let skipped = fromByte % PIECE_BYTES
  for (let number = Math.floor(fromByte / PIECE_BYTES); number * PIECE_BYTES < length; number += 1) {
    const body = await ctx.readTenant(tenantId, (tx) => loadPiece(tx, id, number))
    if (body === null) throw new Error(`piece ${number} of an imported file not found`)
    const bytes = await decompress(body, { maxOutputLength: PIECE_BYTES })
    yield bytes.subarray(skipped)
    skipped = 0
  }
}
