import type { TenantId } from '@goodword/domain/values/ids'
import { createExport } from '../files/exports/create-export.ts'
import { openExportedFile } from '../files/exports/exported-file.ts'
import type { ExportedSelection } from '../files/exports/read-part.ts'
import type { ExportRow } from '../files/rows/exports.ts'
import { findExport } from '../files/rows/exports.ts'
import type { Context } from '../frame/context.ts'
import { runDueJobs } from './run-due-jobs.ts'

/** Runs all jobs of a tenant that are due at its present time, as workers do. */
export async function runJobs(ctx: Context, tenantId: TenantId): Promise<void> {
  await runDueJobs(ctx, tenantId, await ctx.readTenant(tenantId, async (tx) => tx.now))
}

/** Requests an export, lets it be written, and returns it. */
export async function exportNow(
  ctx: Context,
  tenantId: TenantId,
  selection: Pick<ExportedSelection, 'kind' | 'format'> & Partial<ExportedSelection>,
): Promise<ExportRow> {
  const { id } = await createExport(ctx, tenantId, { from: null, to: null, ...selection })
  await runJobs(ctx, tenantId)
  const row = await ctx.readTenant(tenantId, (tx) => findExport(tx, id))
  if (row === null) throw new Error('export not found after it was written')
  return row
}

/** The whole content of a complete file. */
export async function contentOf(ctx: Context, tenantId: TenantId, row: ExportRow): Promise<string> {
  const file = await openExportedFile(ctx, tenantId, row.id, row.expires_at ?? 0)
  if (file === null) throw new Error('the file of an export is not complete')
  const chunks: Buffer[] = []
  for await (const chunk of file.read(0, file.bytes)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
