import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { ExportFormat, ExportKind } from '@goodword/domain/export'
import type { TenantId } from '@goodword/domain/ids'
import { type ExportPartRow, findExportPart } from '../../store/transfers/export-parts.ts'
import { type ExportRow, findExport } from '../../store/transfers/exports.ts'
import type { Context, Transaction } from '../context.ts'

const decompress = promisify(gunzip)

/** A complete file that can be downloaded. */
export type ExportedFile = {
  readonly kind: ExportKind
  readonly format: ExportFormat
  readonly createdAt: number
  readonly bytes: number
  /** The same for the same content. */
  readonly tag: string
  /**
   * The bytes from one place up to before another. A part is read when the one before it was taken, in a transaction of its
   * own, so a slow reader holds neither a connection nor more than a part in memory. Throws when the file expires meanwhile.
   */
  readonly read: (start: number, end: number) => AsyncGenerator<Buffer>
}

/** The file of an export that expires at that time; null if it is not there any more. */
export async function openExportedFile(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  expiresAt: number,
): Promise<ExportedFile | null> {
  const row = await ctx.readTenant(tenantId, (tx) => findFile(tx, id, expiresAt))
  if (row === null) return null
  return {
    kind: row.kind,
    format: row.format,
    createdAt: row.created_at,
    bytes: row.byte_count,
    tag: `"${id}-${row.walk}"`,
    read: (start, end) => readBytes(ctx, tenantId, { id, expiresAt }, start, end),
  }
}

async function findFile(tx: Transaction, id: string, expiresAt: number): Promise<ExportRow | null> {
  const row = await findExport(tx, id)
  const isThere = row?.state === 'DONE' && row.expires_at === expiresAt && expiresAt > tx.now
  return isThere ? row : null
}

async function* readBytes(
  ctx: Context,
  tenantId: TenantId,
  { id, expiresAt }: { readonly id: string; readonly expiresAt: number },
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let place = start
  while (place < end) {
    const at = place
    const part = await ctx.readTenant(tenantId, (tx) => findPart(tx, id, expiresAt, at))
    const content = await decompress(part.body)
    const from = part.starts_at_byte
    yield content.subarray(place - from, end - from)
    place = from + part.byte_count
  }
}

async function findPart(
  tx: Transaction,
  id: string,
  expiresAt: number,
  byte: number,
): Promise<ExportPartRow> {
  const row = await findFile(tx, id, expiresAt)
  const part = row === null ? null : await findExportPart(tx, id, row.walk, byte)
  if (part === null) throw new Error('the exported file expired while it was downloaded')
  return part
}
