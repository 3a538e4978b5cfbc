import type { EventId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { type ExportRow, updateExport } from '../rows/exports.ts'

/** The time for which a file is kept after the end of its export, by the tenant's clock. */
export const FILE_KEPT_MS = 7 * 86_400_000

/** Stores that an export is complete, or given up. */
export function endExport(tx: Transaction, row: ExportRow, state: 'DONE' | 'FAILED'): void {
  updateExport(tx, { ...row, state, expires_at: tx.now + FILE_KEPT_MS })
  const outcome = {
    type: 'export.completed',
    reason: 'EXPORT_COMPLETED',
    account: null,
    resourceId: row.id,
  } as const
  insertEvents(tx, [{ id: tx.newId<EventId>(), actor: 'service', outcome }])
}
