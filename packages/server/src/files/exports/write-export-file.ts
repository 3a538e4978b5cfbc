import type { TenantId } from '@goodword/domain/values/ids'
import { writeNewFile } from '../../engine/foundation/new-file.ts'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { tenantNamed } from '../../frame/tenants/tenant-named.ts'
import { refreshDomains } from '../../referring/share-links/known-domains.ts'
import { type ExportedSelection, readPart } from './read-part.ts'

export type WrittenExport = ExportedSelection & {
  readonly alias: TenantId
  readonly file: string
  readonly rows: number
  readonly bytes: number
}

/**
 * Writes the same file as an export to a path of this machine, readable by this user alone; it bears its name when all of it
 * is there. Leaves an audit entry.
 *
 * @throws OperatorError for an unknown alias, and for a file that exists or cannot be written
 */
export async function writeExportFile(
  ctx: Context,
  alias: string,
  selection: ExportedSelection,
  file: string,
): Promise<WrittenExport> {
  const { tenant_id: tenantId } = await tenantNamed(ctx, alias)
  await refreshDomains(ctx)
  const written = { rows: 0, bytes: 0 }
  try {
    await writeNewFile(file, partsOf(ctx, tenantId, selection, written))
  } catch (error) {
    throw explained(file, error)
  }
  await ctx.writeTenant(tenantId, async (tx) => {
    writeAuditEntry(tx, auditEntry(ctx, 'export.write', { ...selection, ...written }))
  })
  return { alias: tenantId, ...selection, file, ...written }
}

async function* partsOf(
  ctx: Context,
  tenantId: TenantId,
  selection: ExportedSelection,
  written: { rows: number; bytes: number },
): AsyncGenerator<Buffer> {
  let position: string | null = null
  let isLast = false
  while (!isLast) {
    const part = await readPart(ctx, tenantId, selection, position)
    if (part.content.length > 0) yield part.content
    written.rows += part.rows
    written.bytes += part.content.length
    position = part.position
    isLast = part.isLast
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'there is such a file already. Name another one',
  ENOENT: 'its folder does not exist. Create it first',
  ENOTDIR: 'its folder does not exist. Create it first',
  EACCES: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
}

function explained(file: string, error: unknown): unknown {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const reason = typeof code === 'string' ? reasons[code] : undefined
  if (reason === undefined) return error
  return new OperatorError(`${file} cannot be written: ${reason}.`, { cause: error })
}
