import type { Export } from '@goodword/contract/files/export'
import { Refusal } from '@goodword/contract/frame/refusal'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { type ExportFilter, type ExportRow, findExport, listExports } from '../rows/exports.ts'
import { exportUrl } from './exported-file.ts'

/** @throws Refusal EXPORT_NOT_FOUND */
export async function readExport(ctx: Context, tenantId: TenantId, id: string): Promise<Export> {
  const found = isUuid(id)
    ? await ctx.readTenant(tenantId, async (tx) => {
        const row = await findExport(tx, id)
        return row === null ? null : exportAnswer(ctx, tenantId, row, tx.now)
      })
    : null
  if (found !== null) return found
  throw new Refusal('EXPORT_NOT_FOUND', 'There is no export with this ID. It may have expired.', 'exportId')
}

/** A page of exports. */
export function readExportPage(
  ctx: Context,
  tenantId: TenantId,
  filter: ExportFilter,
  page: PageQuestion,
): Promise<Page<Export>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listExports(tx, filter, tx.now, request), (row) =>
      exportAnswer(ctx, tenantId, row, tx.now),
    ),
  )
}

export function exportAnswer(ctx: Context, tenantId: TenantId, row: ExportRow, now: number): Export {
  return {
    id: row.id,
    kind: row.kind,
    format: row.format,
    from: row.created_from,
    to: row.created_to,
    state: row.state,
    rows: row.row_count,
    bytes: row.byte_count,
    downloadUrl: exportUrl(ctx, tenantId, row, now),
    dateCreated: row.created_at,
    dateExpires: row.expires_at,
  }
}
