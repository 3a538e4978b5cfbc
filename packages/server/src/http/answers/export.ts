import type { Export } from '@goodword/contract/export'
import type { TenantId } from '@goodword/domain/ids'
import { exportUrl } from '../../operations/files/exports/exported-file.ts'
import type { ExportReading } from '../../operations/files/exports/read-exports.ts'
import type { Context } from '../../operations/foundation/context.ts'

export function exportAnswer(ctx: Context, tenantId: TenantId, row: ExportReading, now: number): Export {
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
