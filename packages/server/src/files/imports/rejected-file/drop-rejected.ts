import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../../frame/context.ts'
import { inBatches } from '../../../frame/in-batches.ts'
import { deleteExportParts } from '../../rows/export-parts.ts'
import type { ImportId } from '../../rows/imports.ts'
import { findKeptBefore, forgetRejectedBytes, forgetRejectedRows } from '../../rows/rejected-imports.ts'

const MAX_BATCH = 100

/** Deletes the rejected rows of every import whose file began to arrive until a time, whatever they name. */
export async function dropRejected(
  ctx: Context,
  tenantId: TenantId,
  until: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const ids = await ctx.writeTenant(tenantId, async (tx) => {
      const found = await findKeptBefore(tx, until, MAX_BATCH)
      forgetRejectedRows(tx, found)
      return found
    })
    for (const id of ids) await deleteRejectedParts(ctx, tenantId, id)
    await ctx.writeTenant(tenantId, async (tx) => forgetRejectedBytes(tx, ids))
    if (ids.length < MAX_BATCH) return
  }
}

export async function deleteRejectedParts(ctx: Context, tenantId: TenantId, id: ImportId): Promise<void> {
  await inBatches(ctx, tenantId, {
    size: MAX_BATCH,
    work: (tx) => deleteExportParts(tx, id, 1, MAX_BATCH),
  })
}
