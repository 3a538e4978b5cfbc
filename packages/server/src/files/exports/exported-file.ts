import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { type DownloadedFile, readBytes } from '../downloads/downloaded-file.ts'
import { signedUrl } from '../downloads/signed-url.ts'
import { findExportPart } from '../rows/export-parts.ts'
import { type ExportRow, findExport } from '../rows/exports.ts'

/** Where a complete file can be downloaded; null for one that is not complete, or has expired. */
export function exportUrl(ctx: Context, tenantId: TenantId, row: ExportRow, now: number): string | null {
  const { id, state, expires_at: expiresAt } = row
  if (state !== 'DONE' || expiresAt === null || expiresAt <= now) return null
  return signedUrl(ctx, 'export', { tenantId, id, expiresAt })
}

/** The file of an export that expires at that time; null if it is not there any more. */
export async function openExportedFile(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  expiresAt: number,
): Promise<DownloadedFile | null> {
  const row = await ctx.readTenant(tenantId, (tx) => findFile(tx, id, expiresAt))
  if (row === null) return null
  const find = async (tx: Transaction, byte: number) => {
    const found = await findFile(tx, id, expiresAt)
    return found === null ? null : findExportPart(tx, id, found.walk, byte)
  }
  return {
    noun: row.kind,
    format: row.format,
    createdAt: row.created_at,
    bytes: row.byte_count,
    tag: `"${id}-${row.walk}"`,
    read: (start, end) => readBytes(ctx, tenantId, find, [start, end]),
  }
}

async function findFile(tx: Transaction, id: string, expiresAt: number): Promise<ExportRow | null> {
  const row = await findExport(tx, id)
  const isThere = row?.state === 'DONE' && row.expires_at === expiresAt && expiresAt > tx.now
  return isThere ? row : null
}
