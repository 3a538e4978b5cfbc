import type { TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { inBatches } from '../../frame/in-batches.ts'
import { deletePartOfImport, type PartOfImport } from '../rows/import-pieces.ts'
import { deleteUpload, findOldestUploads } from '../rows/import-uploads.ts'
import { deleteImport, findOldestFinishedImport, type ImportId, loadImport } from '../rows/imports.ts'
import { deleteRejectedParts } from './rejected-file/drop-rejected.ts'

/** An upload that takes longer is given up. */
export const UPLOAD_MS = 3_600_000
/** How long an import and its errors are kept once it is finished. */
export const KEPT_MS = 30 * 24 * 3_600_000

/** Few enough that no transaction is long. */
const MAX_BATCH = 200

/**
 * Deletes uploads that never ended, and finished imports once they are old, with all that belongs to them. Returns when to
 * look again, by the tenant's clock; null when nothing is left to be deleted.
 */
export async function cleanImports(
  ctx: Context,
  tenantId: TenantId,
  signal: AbortSignal,
): Promise<number | null> {
  for (;;) {
    const { upload, finished, now } = await ctx.readTenant(tenantId, async (tx) => {
      const [upload, finished] = await Promise.all([oldestUpload(ctx, tx), findOldestFinishedImport(tx)])
      return { upload, finished, now: tx.now }
    })
    const keptMs = finished === null ? null : Math.max(0, finished.finished_at + KEPT_MS - now)
    if (upload?.leftMs === 0) await endUpload(ctx, tenantId, upload.id)
    if (finished !== null && keptMs === 0) await deleteImportOf(ctx, tenantId, finished.id)
    const left = [upload?.leftMs, keptMs].filter((it) => typeof it === 'number')
    if (left.length === 0) return null
    const soonestMs = Math.min(...left)
    if (soonestMs > 0 || signal.aborted) return now + soonestMs
  }
}

type Upload = { readonly id: ImportId; readonly leftMs: number }

/** The tenant's clock may have been moved ahead; uploads take their time by the machine's. */
async function oldestUpload(ctx: Context, tx: Transaction): Promise<Upload | null> {
  const [upload] = await findOldestUploads(tx, 1)
  if (upload === undefined) return null
  const row = await loadImport(tx, upload.id)
  const isRead = row !== null && row.finished_at === null
  const leftMs = isRead ? UPLOAD_MS : Math.max(0, upload.began_at + UPLOAD_MS - ctx.clock.now())
  return { id: upload.id, leftMs }
}

/** Deletes the file of an import that is finished, or of an upload that does not become one. */
export async function endUpload(ctx: Context, tenantId: TenantId, id: ImportId): Promise<void> {
  await deletePart(ctx, tenantId, 'pieces', id)
  await deletePart(ctx, tenantId, 'claims', id)
  await ctx.writeTenant(tenantId, async (tx) => deleteUpload(tx, id))
}

async function deleteImportOf(ctx: Context, tenantId: TenantId, id: ImportId): Promise<void> {
  await deletePart(ctx, tenantId, 'errors', id)
  await deleteRejectedParts(ctx, tenantId, id)
  await ctx.writeTenant(tenantId, async (tx) => deleteImport(tx, id))
}

/** Deletes all rows of a part of an import. */
async function deletePart(ctx: Context, tenantId: TenantId, part: PartOfImport, id: ImportId): Promise<void> {
  await inBatches(ctx, tenantId, {
    size: MAX_BATCH,
    work: (tx) => deletePartOfImport(tx, part, id, MAX_BATCH),
  })
}
