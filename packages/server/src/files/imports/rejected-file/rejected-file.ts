import type { RejectedRows } from '@goodword/contract/files/import'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../../frame/context.ts'
import { type DownloadedFile, readBytes } from '../../downloads/downloaded-file.ts'
import { signedUrl } from '../../downloads/signed-url.ts'
import { findExportPart } from '../../rows/export-parts.ts'
import { type ImportRow, loadImport } from '../../rows/imports.ts'
import { wasErasedSince } from '../../rows/rejected-imports.ts'
import { requireImport } from '../read-imports.ts'

/** The life of a URL, by the tenant's clock. */
const URL_MS = 3_600_000

/** The file of the rejected rows of an import as it is now. @throws Refusal IMPORT_NOT_FOUND */
export async function readRejected(ctx: Context, tenantId: TenantId, id: string): Promise<RejectedRows> {
  return ctx.readTenant(tenantId, async (tx) => {
    const row = await requireImport(tx, id)
    const rejected = row.rejected_count
    if (!(await isReadable(tx, row))) return { downloadUrl: null, rows: 0, rejected, dateExpires: null }
    const expiresAt = tx.now + URL_MS
    const downloadUrl = signedUrl(ctx, 'rejected', { tenantId, id: row.id, expiresAt })
    return { downloadUrl, rows: row.kept_rejected_count ?? 0, rejected, dateExpires: expiresAt }
  })
}

/** The file with the rows that are rejected so far; null if it is not there, or not any more. */
export async function openRejectedFile(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  expiresAt: number,
): Promise<DownloadedFile | null> {
  const row = await ctx.readTenant(tenantId, (tx) => findFile(tx, id, expiresAt))
  if (row === null) return null
  const find = async (tx: Transaction, byte: number) =>
    (await findFile(tx, id, expiresAt)) === null ? null : findExportPart(tx, id, 0, byte)
  const bytes = row.kept_rejected_bytes ?? 0
  return {
    noun: `rejected-${row.kind}`,
    format: row.format,
    createdAt: row.created_at,
    bytes,
    tag: `"${id}-${bytes}"`,
    read: (start, end) => readBytes(ctx, tenantId, find, [start, end]),
  }
}

async function findFile(tx: Transaction, id: string, expiresAt: number): Promise<ImportRow | null> {
  const row = expiresAt > tx.now ? await loadImport(tx, id) : null
  return row !== null && (await isReadable(tx, row)) ? row : null
}

/**
 * A file is not readable any more from the moment on when a person is erased; the parts are deleted by the job that
 * follows.
 */
async function isReadable(tx: Transaction, row: ImportRow): Promise<boolean> {
  return (row.kept_rejected_count ?? 0) > 0 && !(await wasErasedSince(tx, row.upload_began_at))
}
