import type { AuditEntry } from '@goodword/contract/staff/audit-entry'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { type AuditFilter, type AuditRow, listAuditEntries } from '../../frame/rows/audit-list.ts'
import { loadNames } from '../../outbound/events/rows/record-names.ts'

export type { AuditFilter }

/** A page of the audit log of a tenant. */
export function readAuditPage(
  ctx: Context,
  tenantId: TenantId,
  filter: AuditFilter,
  page: PageQuestion,
): Promise<Page<AuditEntry>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found = await listAuditEntries(tx, filter, tx.now, request)
    const accounts = found.rows.flatMap(({ details }) => accountKeyOf(details) ?? [])
    const names = await loadNames(tx, { accounts, people: [], referrals: [], subscriptions: [] })
    return mapPage(found, (row) => entryOf(row, names.accounts.get(accountKeyOf(row.details) ?? '') ?? null))
  })
}

/** Entries hold our key of an account, so that they never have to be changed: the merchant's ID is looked up. */
function accountKeyOf({ accountKey }: AuditRow['details']): AccountKey | null {
  // Written by this service alone, from a key.
  return typeof accountKey === 'string' ? (accountKey as AccountKey) : null
}

function entryOf(row: AuditRow, accountId: string | null): AuditEntry {
  const { id, actor, action, subject, details, address, sequence, hash } = row
  return {
    ...{ id, dateCreated: row.created_at, actor, action, subject, accountId, details, address },
    userAgent: row.user_agent,
    ...{ sequence, previousHash: row.previous_hash, hash },
  }
}
