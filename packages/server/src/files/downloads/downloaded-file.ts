import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ExportFormat } from '@goodword/domain/files/export'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import type { ExportPartRow } from '../rows/export-parts.ts'

const decompress = promisify(gunzip)

/** A file that can be downloaded. */
export type DownloadedFile = {
  /** The noun for its records, such as `users`: part of the name of the file. */
  readonly noun: string
  readonly format: ExportFormat
  readonly createdAt: number
  readonly bytes: number
  /** Equal for the same content. */
  readonly tag: string
  /**
   * The bytes from one place up to before another. A part is read when the one before it was taken, in a transaction of its
   * own, so a slow reader holds neither a connection nor more than a part in memory. Throws when the file expires meanwhile.
   */
  readonly read: (start: number, end: number) => AsyncGenerator<Buffer>
}

/** The bytes of a file from its parts; `find` returns the part that a byte is in, or null once the file is gone. */
export async function* readBytes(
  ctx: Context,
  tenantId: TenantId,
  find: (tx: Transaction, byte: number) => Promise<ExportPartRow | null>,
  [start, end]: readonly [number, number],
): AsyncGenerator<Buffer> {
  let place = start
  while (place < end) {
    const at = place
    const part = await ctx.readTenant(tenantId, (tx) => find(tx, at))
    if (part === null) throw new Error('the file expired while it was downloaded')
    const content = await decompress(part.body)
    const from = part.starts_at_byte
    yield content.subarray(place - from, end - from)
    place = from + part.byte_count
  }
}
