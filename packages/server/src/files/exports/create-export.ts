import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { lockProgram } from '../../frame/rows/programs.ts'
import { requireDiskSpace, requireRoomForFile } from '../room-for-files.ts'
import { type ExportRow, insertExport, listOldestExports } from '../rows/exports.ts'
import type { ExportedSelection } from './read-part.ts'

/** The maximum of a tenant, until they expire. */
export const MAX_EXPORTS = 50
/** How large it becomes is not known before: one that exceeds the room of the tenant is given up. */
const MIN_EXPORT_BYTES = 1

/**
 * Requests an export. As long as one of the same selection is not finished, that one is answered again.
 *
 * @throws Refusal VALIDATION_FAILED for a range that ends before it begins, TOO_MANY_EXPORTS, FILE_SPACE_EXHAUSTED, and
 * SERVICE_UNAVAILABLE while the disk is nearly full
 */
export async function createExport(
  ctx: Context,
  tenantId: TenantId,
  selection: ExportedSelection,
): Promise<ExportRow> {
  requireRange(selection)
  await requireDiskSpace(ctx)
  return ctx.writeTenant(tenantId, async (tx) => {
    // One request at a time, because they are counted.
    await lockProgram(tx)
    const kept = await listOldestExports(tx, MAX_EXPORTS)
    const unfinished = kept.find((it) => it.expires_at === null && isOf(it, selection))
    if (unfinished !== undefined) return unfinished
    if (kept.length === MAX_EXPORTS) throw tooMany(kept)
    await requireRoomForFile(ctx, tx, MIN_EXPORT_BYTES)
    const row = newExport(tx.newId<string>(), selection, tx.now)
    insertExport(tx, row)
    enqueueJob(tx, { kind: 'EXPORTS', subject: '' })
    return row
  })
}

function requireRange({ from, to }: ExportedSelection): void {
  if (from === null || to === null || from <= to) return
  throw new Refusal('VALIDATION_FAILED', '`to` must not be before `from`. Exchange them, or omit one.', 'to')
}

function isOf(row: ExportRow, { kind, format, from, to }: ExportedSelection): boolean {
  return row.kind === kind && row.format === format && row.created_from === from && row.created_to === to
}

function tooMany(kept: readonly ExportRow[]): Refusal {
  const expiries = kept.flatMap(({ expires_at: at }) => (at === null ? [] : [at]))
  const first =
    expiries.length === 0 ? '' : ` The first of them expires at ${isoText(Math.min(...expiries))}.`
  return new Refusal(
    'TOO_MANY_EXPORTS',
    `${MAX_EXPORTS} exports of this program are kept.${first} Use one of GET exports, or wait until then.`,
  )
}

function isoText(ms: number): string {
  return new Date(ms).toISOString()
}

function newExport(id: string, { kind, format, from, to }: ExportedSelection, now: number): ExportRow {
  return {
    id,
    kind,
    format,
    created_from: from,
    created_to: to,
    state: 'PENDING',
    walk: 0,
    position: null,
    row_count: 0,
    byte_count: 0,
    created_at: now,
    expires_at: null,
  }
}
