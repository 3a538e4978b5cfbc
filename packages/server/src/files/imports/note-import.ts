import type { TenantId } from '@goodword/domain/values/ids'
import { auditEntry } from '../../frame/audit/audit.ts'
import type { Context } from '../../frame/context.ts'
import { writeAuditEntry } from '../../frame/rows/audit-entries.ts'
import type { ImportRequest } from './receive-import.ts'

/** Leaves an audit entry for an import that an operator began. */
export async function noteImport(
  ctx: Context,
  tenantId: TenantId,
  importId: string,
  { kind, format, mapping, isDryRun }: ImportRequest,
): Promise<void> {
  await ctx.writeTenant(tenantId, async (tx) => {
    writeAuditEntry(tx, auditEntry(ctx, 'import.create', { importId, kind, format, mapping, isDryRun }))
  })
}
