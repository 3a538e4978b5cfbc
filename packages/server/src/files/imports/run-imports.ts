import type { TenantId } from '@goodword/domain/values/ids'
import { stopwatch } from '../../engine/foundation/clock.ts'
import type { Context } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import {
  advanceImport,
  findUnfinishedImports,
  type ImportId,
  type ImportRow,
  loadImport,
  lockImport,
} from '../rows/imports.ts'
import { endUpload, KEPT_MS } from './clean-imports.ts'
import { importBatches } from './import-batches.ts'
import { storedFile } from './reading/file-pieces.ts'
import { fileRecords } from './reading/file-records.ts'
import { NO_ROWS } from './recognition/checked-file.ts'
import { storeBatch } from './store-batch.ts'

/** A run gives other jobs a turn after so long. */
const TURN_MS = 30_000

/**
 * Runs the unfinished imports of a tenant, the oldest first. Returns whether there is more to do: it stops after a while,
 * and once the signal is aborted. The position is stored with the imported rows, so that it goes on from there, in this process
 * or another.
 */
export async function runImports(ctx: Context, tenantId: TenantId, signal: AbortSignal): Promise<boolean> {
  const endsAt = stopwatch.now() + TURN_MS
  const isOver = () => signal.aborted || stopwatch.now() >= endsAt
  for (;;) {
    const row = await nextImport(ctx, tenantId)
    if (row === null) return false
    const end = await runRows(ctx, tenantId, row, isOver)
    if (end === null) return true
    await finish(ctx, tenantId, row.id, end.failure)
    if (isOver()) return true
  }
}

function nextImport(ctx: Context, tenantId: TenantId): Promise<ImportRow | null> {
  return ctx.readTenant(tenantId, async (tx) => {
    const [id] = await findUnfinishedImports(tx, 1)
    return id === undefined ? null : loadImport(tx, id)
  })
}

/** Goes on with the rows of an import until its end, or `isOver`: then null. */
async function runRows(
  ctx: Context,
  tenantId: TenantId,
  row: ImportRow,
  isOver: () => boolean,
): Promise<{ readonly failure: string | null } | null> {
  const position = { byte: row.position_byte, line: row.position_line }
  const records = fileRecords(storedFile(ctx, tenantId, row, position.byte), position, row.format === 'csv')
  for await (const batch of importBatches(records, position)) {
    const failure = await storeBatch(ctx, tenantId, row.id, batch)
    if (failure !== null) return { failure }
    if (isOver()) return null
  }
  return { failure: null }
}

async function finish(ctx: Context, tenantId: TenantId, id: ImportId, unread: string | null): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    const row = await lockImport(tx, id)
    if (row === null || row.finished_at !== null) return
    const failure = unread ?? (row.row_count === 0 ? NO_ROWS : null)
    const state = failure === null ? 'DONE' : 'FAILED'
    advanceImport(tx, id, { ...row, state, failure, finished_at: tx.now })
    enqueueJob(tx, { kind: 'CLEAN_IMPORTS', subject: '', dueAt: tx.now + KEPT_MS })
  })
  await endUpload(ctx, tenantId, id)
}
