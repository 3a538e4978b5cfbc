import type { TenantId } from '@goodword/domain/values/ids'
import { DatabaseUnavailable } from '../../engine/driver/database-error.ts'
import type { Context } from '../../frame/context.ts'
import { inBatches } from '../../frame/in-batches.ts'
import { hasDiskSpace } from '../room-for-files.ts'
import { deleteExportParts } from '../rows/export-parts.ts'
import { deleteExport, type ExportRow, listOldestExports, lockExport } from '../rows/exports.ts'
import { sumFileBytes } from '../rows/file-bytes.ts'
import { MAX_EXPORTS } from './create-export.ts'
import { endExport, writeNextPart } from './write-next-part.ts'

/** The number of parts after which other jobs get the place of the worker. */
const PARTS_PER_RUN = 40
/** The number of parts that one transaction deletes. */
const PARTS_AT_A_TIME = 20
/** While the disk is nearly full, exports rest. */
const DISK_PAUSE_MS = 60_000
/** An export whose next part fails so often is given up, so that those after it get their turn. */
const MAX_ATTEMPTS = 5

export type ExportRun = {
  /** The number of runs since the last success, from 1 on. */
  readonly attempt: number
  readonly signal: AbortSignal
  /** How many parts it may write. */
  readonly mostParts?: number
}

/**
 * Works on the exports of a tenant for a bounded number of parts: deletes those that are expired, and writes the others one
 * after the other, in the order in which they were requested. Returns when to go on, or null if there is nothing to do.
 */
export async function runExports(
  ctx: Context,
  tenantId: TenantId,
  { attempt, signal, mostParts = PARTS_PER_RUN }: ExportRun,
): Promise<{ readonly again: number } | null> {
  for (let parts = 0; ; parts += 1) {
    signal.throwIfAborted()
    const { now, exports, bytes } = await ctx.readTenant(tenantId, async (tx) => {
      const [exports, bytes] = await Promise.all([listOldestExports(tx, MAX_EXPORTS), sumFileBytes(tx)])
      return { now: tx.now, exports, bytes }
    })
    const isExpired = (it: ExportRow) => it.expires_at !== null && it.expires_at <= now
    for (const it of exports.filter(isExpired)) await deleteExpired(ctx, tenantId, it, signal)
    const next = exports.find((it) => it.expires_at === null)
    if (next === undefined) return nextExpiry(exports.filter((it) => !isExpired(it)))
    if (parts === mostParts) return { again: now }
    if (bytes >= ctx.limits.fileBytesOfTenant) {
      await giveUp(ctx, tenantId, next.id)
      continue
    }
    if (!(await hasDiskSpace(ctx))) return { again: now + DISK_PAUSE_MS }
    // Parts from before the export was restarted are deleted.
    if (next.walk > 0 && next.byte_count === 0) await deleteParts(ctx, tenantId, next.id, next.walk, signal)
    try {
      await writeNextPart(ctx, tenantId, next)
    } catch (error) {
      const isOwnFault = !signal.aborted && !(error instanceof DatabaseUnavailable)
      if (isOwnFault && attempt >= MAX_ATTEMPTS) await giveUp(ctx, tenantId, next.id)
      throw error
    }
  }
}

function nextExpiry(exports: readonly ExportRow[]): { readonly again: number } | null {
  const times = exports.flatMap(({ expires_at: at }) => (at === null ? [] : [at]))
  return times.length === 0 ? null : { again: Math.min(...times) }
}

async function deleteExpired(
  ctx: Context,
  tenantId: TenantId,
  { id, walk }: ExportRow,
  signal: AbortSignal,
): Promise<void> {
  await deleteParts(ctx, tenantId, id, walk + 1, signal)
  await ctx.writeTenant(tenantId, async (tx) => deleteExport(tx, id))
}

async function deleteParts(
  ctx: Context,
  tenantId: TenantId,
  id: string,
  beforeWalk: number,
  signal: AbortSignal,
): Promise<void> {
  await inBatches(ctx, tenantId, {
    size: PARTS_AT_A_TIME,
    work: (tx) => deleteExportParts(tx, id, beforeWalk, PARTS_AT_A_TIME),
    signal,
  })
  signal.throwIfAborted()
}

async function giveUp(ctx: Context, tenantId: TenantId, id: string): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    const row = await lockExport(tx, id)
    if (row !== null && row.expires_at === null) endExport(tx, row, 'FAILED')
  })
}
