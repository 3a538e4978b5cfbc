import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf, type Timed } from '../../frame/page.ts'
import { type ExportFilter, type ExportRow, findExport, listExports } from '../rows/exports.ts'

/** An export with what is written of its file. */
export type ExportReading = ExportRow

/** @throws Refusal EXPORT_NOT_FOUND */
export async function readExport(ctx: Context, tenantId: TenantId, id: string): Promise<Timed<ExportRow>> {
  const found = isUuid(id)
    ? await ctx.readTenant(tenantId, async (tx) => ({ row: await findExport(tx, id), now: tx.now }))
    : null
  if (found === null || found.row === null) {
    throw new Refusal('EXPORT_NOT_FOUND', 'There is no export with this ID. It may have expired.', 'exportId')
  }
  return { ...found.row, now: found.now }
}

/** A page of exports. */
export function readExportPage(
  ctx: Context,
  tenantId: TenantId,
  filter: ExportFilter,
  page: PageQuestion,
): Promise<Timed<Page<ExportRow>>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => ({
    ...(await listExports(tx, filter, tx.now, request)),
    now: tx.now,
  }))
}
