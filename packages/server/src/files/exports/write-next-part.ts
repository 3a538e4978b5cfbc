import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { EventId, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { insertEvents } from '../../tracking/rows/events/events.ts'
import { insertExportPart } from '../rows/export-parts.ts'
import { type ExportRow, lockExport, updateExport } from '../rows/exports.ts'
import { type FilePart, readPart } from './read-part.ts'

const compress = promisify(gzip)

/**
 * Writes the next part of an export, and moves its position in the same transaction: what ends in between writes neither.
 * Nothing is written for an export that another process moved, or that was begun anew, since it was read.
 */
export async function writeNextPart(ctx: Context, tenantId: TenantId, known: ExportRow): Promise<void> {
  const { id, kind, format, created_from: from, created_to: to, position } = known
  const part = await readPart(ctx, tenantId, { kind, format, from, to }, position)
  const body = await compress(part.content)
  await ctx.writeTenant(tenantId, async (tx) => {
    const current = await lockExport(tx, id)
    if (current === null || !isSame(current, known)) return
    if (part.content.length > 0) {
      const place = { export_id: id, walk: current.walk, starts_at_byte: current.byte_count }
      insertExportPart(tx, { ...place, byte_count: part.content.length, body })
    }
    const moved = movedBy(current, part)
    if (part.isLast) endExport(tx, moved, 'DONE')
    else updateExport(tx, moved)
  })
}

function isSame(current: ExportRow, known: ExportRow): boolean {
  return current.expires_at === null && current.walk === known.walk && current.byte_count === known.byte_count
}

function movedBy(row: ExportRow, part: FilePart): ExportRow {
  return {
    ...row,
    position: part.position,
    row_count: row.row_count + part.rows,
    byte_count: row.byte_count + part.content.length,
    state: 'RUNNING',
  }
}

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
