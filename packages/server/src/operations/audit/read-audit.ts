import type { AuditEntry } from '@goodword/contract/audit-entry'
import type { TenantId } from '@goodword/domain/ids'
import { type AuditFilter, type AuditRow, listAuditEntries } from '../../store/directory/audit-list.ts'
import type { Context } from '../context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../lists/page.ts'

export type { AuditFilter }

/** A page of the audit log of a tenant, newest first. */
export function readAuditPage(
  ctx: Context,
  tenantId: TenantId,
  filter: AuditFilter,
  page: PageQuestion,
): Promise<Page<AuditEntry>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) =>
    mapPage(await listAuditEntries(tx, filter, tx.now, request), entryOf),
  )
}

function entryOf(row: AuditRow): AuditEntry {
  const { id, actor, action, subject, details, address, sequence, hash } = row
  return {
    ...{ id, dateCreated: row.created_at, actor, action, subject, details, address },
    userAgent: row.user_agent,
    ...{ sequence, previousHash: row.previous_hash, hash },
  }
}
